import Foundation
import SavedModel
import SimulatedDisk
import Testing

/// Power cuts at each change that a program makes to its files, in the crash states that the disk may then have.
@Suite(.serialized) struct `A power cut` {
  private typealias Exploration = CrashExploration<SavedStates>

  private static let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  private static let bounds: Exploration.Bounds =
    isLong
    ? .init(states: 1_024, secondStates: 24, continuesEvery: 2) : .init(states: 48, secondStates: 3, continuesEvery: 4)
  private static let faultBounds: Exploration.Bounds =
    isLong
    ? .init(states: 8, secondStates: 3, continuesEvery: 4)
    : .init(states: 2, secondStates: 1, continuesEvery: 10, faultsEvery: 7, momentsEvery: 11)
  private static let lyingBounds: Exploration.Bounds =
    isLong ? bounds : .init(states: 8, secondStates: 2, continuesEvery: 4)
  private static let disks: [(pageSize: Int, filler: UInt8)] =
    isLong ? [(16, 0), (64, 0xA7), (64, 0), (512, 0xA7), (4_096, 0)] : [(64, 0xA7)]

  /// Expects that no law was broken in at least a number of crash states.
  private func expectNoViolations(_ exploration: Exploration, _ workload: ShelfWorkload, atLeast count: Int) {
    let (violations, states) = (exploration.violations, exploration.stateCount)
    #expect(violations.isEmpty, "\(violations.count) violations: \(violations.prefix(3).joined(separator: "\n"))")
    #expect(states >= count)
    if Self.isLong {
      print("\(workload.testDescription): \(states) crash states, \(exploration.secondCount) of the second")
    }
  }

  @Test(arguments: ShelfWorkload.all)
  func `leaves the last confirmed state, or a later one`(_ workload: ShelfWorkload) {
    var exploration = Exploration(Self.bounds, restart: workload.restart)
    for (pageSize, filler) in Self.disks {
      exploration.explore(workload.disk(pageSize: pageSize, filler: filler), workload.promise, workload.run)
    }
    expectNoViolations(exploration, workload, atLeast: 200)
  }

  @Test(arguments: ShelfWorkload.all)
  func `leaves them after any failed call, too`(_ workload: ShelfWorkload) {
    var exploration = Exploration(Self.faultBounds, restart: workload.restart)
    // A file system without links refuses them with `EPERM`. What was damaged is then set aside in two steps.
    let codes = [EIO, ENOSPC, EDQUOT] + (workload.promise.foreign == nil ? [EPERM] : [])
    exploration.explore(workload.disk(), workload.promise, failing: codes, workload.run)
    expectNoViolations(exploration, workload, atLeast: 25)
  }

  @Test(arguments: ShelfWorkload.shared)
  func `leaves them while two processes save at the same time`(_ workload: ShelfWorkload) {
    var exploration = Exploration(Self.faultBounds, restart: workload.restart)
    for call in stride(from: 1, through: 80, by: Self.isLong ? 1 : 6) {
      exploration.explore(workload.disk(), workload.promise) { workload.run(interruptedAt: call, $0) }
    }
    expectNoViolations(exploration, workload, atLeast: 200)
  }

  @Test(arguments: [ShelfWorkload.archive, .journal, .migration].map(\.onLyingDisk))
  func `of a disk that lies leaves a whole state, or reported damage`(_ workload: ShelfWorkload) {
    var exploration = Exploration(Self.lyingBounds, restart: workload.restart)
    exploration.explore(workload.disk(), workload.promise, workload.run)
    expectNoViolations(exploration, workload, atLeast: 500)
  }

  @Test(arguments: FileLayerFlaw.allCases) func `finds each mistake of the file layer`(_ flaw: FileLayerFlaw) throws {
    let workload: ShelfWorkload =
      switch flaw {
      case .recordNotSynced: .journal
      case .notTruncated: .unsyncedJournal
      case .notLocked: .sharedArchive
      default: .archive
      }
    let bounds = Exploration.Bounds(states: 48, secondStates: 3, continuesEvery: 4)
    var exploration = Exploration(bounds, flaws: [flaw], restart: workload.restart)
    exploration.explore(workload.disk(), workload.promise, workload.run)
    for call in 1...80 where workload.holders > 1 {
      exploration.explore(workload.disk(), workload.promise) { workload.run(interruptedAt: call, $0) }
    }
    exploration.explore(workload.disk(), workload.promise, failing: [EIO], workload.run)
    let violation = try #require(exploration.violations.first)
    if Self.isLong {
      print("\(flaw): found in \(exploration.stateCount) crash states of \(workload.testDescription): \(violation)")
    }
  }
}
