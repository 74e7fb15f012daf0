import BuiltPrograms
import Foundation
import PureduxInspector
import TestSupport
import Testing

@Suite struct `A session of another process` {
  private let folder: TemporaryFolder
  private static let rounds = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1" ? 200 : 6

  private var file: URL { folder.url.appendingPathComponent("a.session") }

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["todo", "notes"])
  func `is replayed to the same states`(example: String) throws {
    let program = try BuiltProgram("ExampleRecorder")
    let recorded = try program.output(["record", example, file.path, "120"])
    let replayed = try program.output(["replay", example, file.path])
    #expect(replayed.hasSuffix(recorded), "\(replayed)\n\(recorded)")
    #expect(replayed.hasPrefix("The whole session can be replayed.\n"), "\(replayed)")
    #expect(!replayed.contains("differ"), "\(replayed)")
  }

  @Test func `is replayed up to its last line if the process was killed`() throws {
    let program = try BuiltProgram("ExampleRecorder")
    var written = 0
    for round in 1...Self.rounds {
      let process = Process()
      let output = Pipe()
      process.executableURL = program.url
      process.arguments = ["append", "notes", file.path]
      process.standardOutput = output
      try process.run()
      // Kills the process a few lines later, after a busy loop whose length differs from round to round.
      for _ in 1...Int.random(in: 1...12) { _ = output.fileHandleForReading.availableData }
      var spins = Int.random(in: 0...400_000)
      while spins > 0 { spins -= 1 }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let session = try RecordedSession(contentsOf: file)
      let replayed = try program.output(["replay", "notes", file.path])
      #expect(replayed.hasPrefix("The whole session can be replayed.\n"), "round \(round): \(replayed)")
      #expect(!replayed.contains("differ"), "round \(round): \(replayed)")
      written += session.events.count
    }
    #expect(written > 0)
  }
}
