import BuiltPrograms
import Foundation
import SavedModel
import TestSupport
import Testing

@testable import PureduxPersistence

/// A journal that is read while another process writes it.
@Suite struct FollowedProcessTests {
  @Test func `beside a process that saves at full speed, each look finds the state of one save`() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = try BuiltProgram("Victim").url
    process.arguments = ["saving", "journal", folder.state.path, "3"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    var tail = Journal<Shelf>(FileStorage(folder.state)).tail(Shelf.saved, from: Shelf())
    var (expected, looks) = (Shelf(), 0)
    let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
    while expected.turn.number < (isLong ? 60_000 : 3_000), process.isRunning {
      guard try tail.look() else { continue }
      looks += 1
      #expect(tail.state.turn.number > expected.turn.number && tail.state.turn.number.isMultiple(of: 3))
      while expected.turn.number < tail.state.turn.number { expected.edit(expected.turn.number + 1) }
      #expect(tail.state.isSaved(as: expected), "\(expected.turn.number)")
    }
    #expect(process.isRunning)
    print("\(looks) looks found \(expected.turn.number / 3) saves")
  }
}
