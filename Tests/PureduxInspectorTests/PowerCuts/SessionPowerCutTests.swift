import Foundation
import PureduxCore
import PureduxFiles
import PureduxTesting
import SimulatedDisk
import Testing

@testable import PureduxInspector

/// Power cuts at each change that programs make to a session file.
@Suite(.serialized) struct `A power cut of a session` {
  private typealias Exploration = CrashExploration<SessionPromise>

  private static let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  private static let bounds: Exploration.Bounds =
    isLong
    ? .init(states: 256, secondStates: 4, continuesEvery: 16) : .init(states: 24, secondStates: 1, continuesEvery: 40)
  private static let faultBounds: Exploration.Bounds =
    isLong
    ? .init(states: 8, secondStates: 2, continuesEvery: 64)
    : .init(states: 2, secondStates: 1, continuesEvery: 40, momentsEvery: 13)
  private static let disks: [(pageSize: Int, filler: UInt8)] =
    isLong ? [(64, 0), (64, 0xA7), (512, 0)] : [(64, 0xA7)]

  /// Expects that no law was broken in at least a number of crash states.
  private func expectNoViolations(_ exploration: Exploration, atLeast count: Int) {
    let (violations, states) = (exploration.violations, exploration.stateCount)
    #expect(violations.isEmpty, "\(violations.count) violations: \(violations.prefix(3).joined(separator: "\n"))")
    #expect(states >= count)
    if Self.isLong { print("a session: \(states) crash states, \(exploration.secondCount) of the second") }
  }

  @Test func `leaves all confirmed events, or an older session`() {
    var exploration = Exploration(Self.bounds, restart: SessionWorkload.restart)
    for (pageSize, filler) in Self.disks {
      exploration.explore(DiskImage(pageSize: pageSize, filler: filler), SessionPromise(), SessionWorkload.run)
    }
    expectNoViolations(exploration, atLeast: 200)
  }

  @Test func `leaves them after any failed call, too`() {
    var exploration = Exploration(Self.faultBounds, restart: SessionWorkload.restart)
    exploration.explore(DiskImage(), SessionPromise(), failing: [EIO, ENOSPC, EDQUOT, EPERM], SessionWorkload.run)
    expectNoViolations(exploration, atLeast: 200)
  }

  @Test(arguments: [
    FileLayerFlaw.fileNotSynced, .recordNotSynced, .folderNotSynced, .syncedAfterRename, .removedBeforeRename,
    .syncRepeated, .shortWriteAccepted,
  ])
  func `finds each mistake of the file layer`(_ flaw: FileLayerFlaw) throws {
    let needsFault = [.syncRepeated, .shortWriteAccepted].contains(flaw)
    let bounds = Exploration.Bounds(states: needsFault ? 2 : 24, secondStates: 1, continuesEvery: 100)
    var exploration = Exploration(bounds, flaws: [flaw], restart: SessionWorkload.restart)
    if needsFault {
      exploration.explore(DiskImage(), SessionPromise(), failing: [EIO], SessionWorkload.run)
    } else {
      exploration.explore(DiskImage(), SessionPromise(), SessionWorkload.run)
    }
    let violation = try #require(exploration.violations.first)
    if Self.isLong { print("\(flaw): found in \(exploration.stateCount) crash states: \(violation)") }
  }

  @Test func `is no reason to trust a file whose sync has failed`() throws {
    let (disk, isBroken, problems) = (SimulatedDisk(), AtomicFlag(), Recorder<SessionError>())
    var files = disk.files
    files.syncData = { [files] file throws(FileFailure) in
      if isBroken.isRaised { throw FileFailure(code: EIO) }
      try files.syncData(file)
    }
    let runner = ManualRunner()
    let store = Shelf.store(runner: runner)
    let recording = store.record()
    let appender = try SessionAppender(
      SessionWriter(recording.history, SessionWorkload.url, nil, files), onProblem: { problems.record($0) })
    store.dispatch(.clear)
    runner.runUntilIdle()
    isBroken.raise()
    AppendedSession(appender).flush()
    #expect(problems.values.map(\.kind) == [.file])
    let before = disk.image.contents(of: "/")
    store.dispatch(.clear)
    runner.runUntilIdle()
    AppendedSession(appender).flush()
    #expect(problems.values.count == 1)
    #expect(disk.image.contents(of: "/") == before)
  }
}
