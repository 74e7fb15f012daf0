import BuiltPrograms
import Foundation
import SavedModel
import TestSupport
import Testing

@testable import PureduxPersistence

/// Reads a journal while another process writes it.
@Suite struct FollowedProcessTests {
  @Test func `while a process saves at full speed, each read returns the state of one save`() throws {
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

  @Test func `while a process changes a thousand times a second, a follower is never torn, and only a moment late`()
    async throws
  {
    let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
    let count = isLong ? 60_000 : 2_000
    let folder = try TemporaryFolder()
    let told = folder.url.appendingPathComponent("told")
    try Data().write(to: told)
    let store = StateStore<Shelf, Never>(Shelf()) { _, _ in }
    let following = store.follow(Shelf.saved, in: Journal(FileStorage(folder.state)))
    let (states, reader) = AsyncStream.makeStream(of: (shelf: Shelf, time: UInt64).self)
    let subscription = store.subscribe { shelf in
      reader.yield((shelf, DispatchTime.now().uptimeNanoseconds))
      if shelf.turn.number == count { reader.finish() }
    }

    let process = Process()
    process.executableURL = try BuiltProgram("Victim").url
    process.arguments = ["saving", "paced", folder.state.path, String(count), "1000"]
    process.standardOutput = try FileHandle(forWritingTo: told)
    process.terminationHandler = { _ in
      Task {
        _ = await following.look()
        reader.finish()
      }
    }
    try process.run()

    var (expected, seen) = (Shelf(), [(number: Int, time: UInt64)]())
    for await (shelf, time) in states where shelf.turn.number > 0 {
      while expected.turn.number < shelf.turn.number { expected.edit(expected.turn.number + 1) }
      #expect(shelf.isSaved(as: expected), "\(expected.turn.number)")
      seen.append((shelf.turn.number, time))
    }
    subscription.cancel()
    #expect(seen.last?.number == count)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.number <= $1.number })

    var (latenesses, next) = ([UInt64](), 0)
    for line in try String(contentsOf: told, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      let (number, made) = (try #require(Int(words[0]), "\(line)"), try #require(UInt64(words[1])))
      while next < seen.count, seen[next].number < number { next += 1 }
      latenesses.append(try #require(next < seen.count ? seen[next].time : nil) - made)
    }
    latenesses.sort()
    let (half, most) = (latenesses[count / 2] / 1_000, latenesses[count * 99 / 100] / 1_000)
    print("\(seen.count) states seen; half within \(half) µs of the change, 99 % within \(most) µs")
    #expect(latenesses.count == count)
    // A machine that also builds and tests other code may be late for other reasons.
    #expect(most <= (isLong ? 100_000 : 2_000_000))
  }
}
