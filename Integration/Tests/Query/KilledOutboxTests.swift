import BuiltPrograms
import Foundation
import Testing

/// Repeatedly kills a program with an outbox of fifty changes while it sends them.
@Suite struct `An outbox whose process is killed` {
  private static let kills = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 200 : 10

  /// The changes that a server has accepted, by lane; it accepts each identity once.
  private static func taken(_ log: URL) throws -> (count: Int, lanes: [Int: [Int]]) {
    var (seen, lanes) = (Set<Substring>(), [Int: [Int]]())
    for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 3, let lane = Int(words[1]), let number = Int(words[2]), seen.insert(words[0]).inserted
      else { continue }
      lanes[lane, default: []].append(number)
    }
    return (seen.count, lanes)
  }

  @Test func `takes effect once at the server, in order`() throws {
    let program = try BuiltProgram("Victim")
    var (kills, wereSending) = (0, 0)
    while kills < Self.kills {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("puredux-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (state, log) = (folder.appendingPathComponent("state.json"), folder.appendingPathComponent("server"))
      let arguments = ["outbox", state.path, log.path, "50"]
      for _ in 1...5 {
        let (process, output) = (Process(), Pipe())
        process.executableURL = program.url
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        // Kills the program at any time after its changes are saved.
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("saved"))
        var spins = Int.random(in: 0...3_000_000)
        while spins > 0 { spins -= 1 }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        kills += 1
        if try Self.taken(log).count < 50 { wereSending += 1 }
      }
      #expect(try program.output(arguments).hasSuffix("done\n"))
      let (count, lanes) = try Self.taken(log)
      #expect(count == 50, "after \(kills) kills")
      for lane in 0..<5 {
        #expect(lanes[lane] == (0..<50).filter { $0 % 5 == lane }, "after \(kills) kills")
      }
    }
    // A program that is killed after it has sent everything proves nothing.
    #expect(wereSending > 0, "\(wereSending) of \(kills)")
  }
}
