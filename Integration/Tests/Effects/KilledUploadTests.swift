import BuiltPrograms
import Foundation
import PureduxPersistence
import Testing

/// Repeatedly kills a program that uploads, in the form of the article, while its work is in progress.
@Suite struct `Work whose process is killed` {
  private static let kills = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 10_000 : 30

  private struct Saved: Decodable {
    struct State: Decodable {
      struct Upload: Decodable {
        struct Job: Decodable {
          struct Details: Decodable {
            struct Policy: Decodable {
              let resumes: String?
            }

            let policy: Policy
          }

          let id: Identity
          let details: Details
        }

        let content: String
        let job: Job

        var key: String { job.id.text }
        var isRepeatable: Bool { job.details.policy.resumes != "never" }
      }

      let all: [Upload]
      let ended: [String: String]
    }

    let state: State
  }

  private static func saved(in file: URL) throws -> Saved.State? {
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try JSONDecoder().decode(Saved.self, from: data).state
  }

  @Test func `is resumed under its key, or fails as interrupted`() throws {
    let program = try BuiltProgram("Victim")
    var (kills, resumed, interrupted) = (0, 0, 0)
    while kills < Self.kills {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("puredux-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (state, log) = (folder.appendingPathComponent("state.json"), folder.appendingPathComponent("server"))
      // All uploads that were in progress in a saved state, by key.
      var uploads: [String: Saved.State.Upload] = [:]
      for _ in 1...min(50, Self.kills) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = program.url
        process.arguments = ["uploads", state.path, log.path, "1000000"]
        process.standardOutput = output
        try process.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "began\n")
        var spins = Int.random(in: 0...20_000_000)
        while spins > 0 { spins -= 1 }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        kills += 1
        for upload in try Self.saved(in: state)?.all ?? [] { uploads[upload.key] = upload }
      }
      #expect(try program.output(["uploads", state.path, log.path, "1"]).hasSuffix("done\n"))
      let ended = try #require(try Self.saved(in: state)).ended
      let requests = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map {
        $0.split(separator: " ")
      }
      let contents = Dictionary(grouping: requests) { String($0[0]) }.mapValues { $0.map { String($0[1]) } }
      for (key, contents) in contents { #expect(Set(contents).count == 1, "\(key) came with two contents") }
      for (key, upload) in uploads {
        let arrived = contents[key] ?? []
        #expect(arrived.allSatisfy { $0 == upload.content })
        if upload.isRepeatable {
          #expect(!arrived.isEmpty && ended[key] == "uploaded", "\(key) ended as \(ended[key] ?? "nothing")")
        } else {
          #expect(arrived.count <= 1, "\(key) was performed \(arrived.count) times")
          #expect(["uploaded", "failed", "interrupted"].contains(ended[key]), "\(key): \(ended[key] ?? "nothing")")
        }
      }
      // The server takes each key once, so what arrived twice took effect once.
      resumed += uploads.values.filter { $0.isRepeatable && (contents[$0.key]?.count ?? 0) > 1 }.count
      interrupted += ended.values.filter { $0 == "interrupted" }.count
    }
    // A program that is killed while no work is in progress proves nothing.
    #expect(resumed > 0 && interrupted > 0, "\(resumed) arrived twice and \(interrupted) were interrupted")
    print("after \(kills) kills: \(resumed) uploads arrived more than once, \(interrupted) were interrupted")
  }
}
