import Foundation
import SimulatedDisk
import Testing

/// Power cuts at each change that processes make to the files of a log.
@Suite(.serialized) struct `A power cut of a log` {
  private typealias Exploration = CrashExploration<LogPromise>

  private static let isLong = ProcessInfo.processInfo.environment["PUREDUX_LONG"] == "1"
  private static let bounds: Exploration.Bounds =
    isLong
    ? .init(states: 256, secondStates: 4, continuesEvery: 100) : .init(states: 24, secondStates: 1, continuesEvery: 10)
  private static let faultBounds: Exploration.Bounds =
    isLong
    ? .init(states: 4, secondStates: 1, continuesEvery: 500, momentsEvery: 3)
    : .init(states: 1, secondStates: 1, continuesEvery: 16, faultsEvery: 5, momentsEvery: 17)

  /// The mistakes that only a fault shows, for which the search takes a minute.
  private static let flawsOfFaults: [FileLayerFlaw] = isLong ? [.syncRepeated, .shortWriteAccepted] : []

  /// Expects that no law was broken in at least a number of crash states.
  private func expectNoViolations(_ exploration: Exploration, _ workload: LogWorkload, atLeast count: Int) {
    let (violations, states) = (exploration.violations, exploration.stateCount)
    #expect(violations.isEmpty, "\(violations.count) violations: \(violations.prefix(3).joined(separator: "\n"))")
    #expect(states >= count)
    if Self.isLong {
      print("\(workload.testDescription): \(states) crash states, \(exploration.secondCount) of the second")
    }
  }

  @Test(arguments: LogWorkload.all)
  func `leaves all accepted entries in their order`(_ workload: LogWorkload) {
    var exploration = Exploration(Self.bounds, restart: workload.restart)
    for pageSize in Self.isLong ? [16, 64, 512] : [64] {
      exploration.explore(DiskImage(pageSize: pageSize), LogPromise(), workload.run)
    }
    expectNoViolations(exploration, workload, atLeast: 200)
  }

  @Test(arguments: LogWorkload.all)
  func `leaves them after any failed call, too`(_ workload: LogWorkload) {
    var exploration = Exploration(Self.faultBounds, restart: workload.restart)
    exploration.explore(DiskImage(), LogPromise(), failing: [EIO, ENOSPC, EDQUOT, EPERM], workload.run)
    expectNoViolations(exploration, workload, atLeast: 200)
  }

  @Test func `after a failed sync leaves the entries that were accepted later`() {
    let workload = LogWorkload.all[0]
    let bounds = Exploration.Bounds(states: 6, secondStates: 1, continuesEvery: 1_000, momentsEvery: 1_000)
    var exploration = Exploration(bounds, restart: workload.restart)
    exploration.explore(DiskImage(pageSize: 16), LogPromise(), failing: [EIO]) { machine in
      let (app, widget) = (workload.start(machine), workload.start(machine, "widget"))
      do {
        try app.compact(machine)
        for writer in [app, widget, app, widget, app, widget] { try writer.append(machine) }
        return []
      } catch {
        return ["\(error)"]
      }
    }
    expectNoViolations(exploration, workload, atLeast: 50)
  }

  @Test func `leaves the entries of an inbox whose process gives it up before the journal is on the disk`() {
    let workload = LogWorkload.all[0]
    let bounds = Exploration.Bounds(states: 8, secondStates: 1, continuesEvery: 100, momentsEvery: 2)
    var exploration = Exploration(bounds, restart: workload.restart)
    for call in 1...12 {
      exploration.explore(DiskImage(pageSize: 1 << 17), LogPromise()) { workload.collect(interruptedAt: call, $0) }
    }
    expectNoViolations(exploration, workload, atLeast: 50)
  }

  /// No file is locked; and a generation remains until the next one is on the disk, whatever happens to its name.
  @Test(arguments: [FileLayerFlaw.fileNotSynced, .recordNotSynced, .folderNotSynced] + flawsOfFaults)
  func `finds each mistake of the file layer`(_ flaw: FileLayerFlaw) throws {
    let workload = LogWorkload.all[0]
    let needsFault = Self.flawsOfFaults.contains(flaw)
    let bounds = Exploration.Bounds(states: needsFault ? 2 : 24, secondStates: 1, continuesEvery: needsFault ? 50 : 10)
    var exploration = Exploration(bounds, flaws: [flaw], restart: workload.restart)
    if needsFault {
      exploration.explore(DiskImage(), LogPromise(), failing: [EIO], workload.run)
    } else {
      exploration.explore(DiskImage(), LogPromise(), workload.run)
    }
    let violation = try #require(exploration.violations.first)
    if Self.isLong { print("\(flaw): found in \(exploration.stateCount) crash states: \(violation)") }
  }

  @Test(arguments: ReadingFlaw.allCases)
  func `finds each mistake in reading records`(_ flaw: ReadingFlaw) throws {
    let workload = LogWorkload(testDescription: "\(flaw)", isSynced: true) { flaw.files($0) }
    let bounds = Exploration.Bounds(states: 4, secondStates: 1, continuesEvery: 1_000)
    var exploration = Exploration(bounds, isSearch: true, restart: workload.restart)
    exploration.explore(DiskImage(pageSize: 16), LogPromise(), workload.appendOnce)
    // A disk that becomes full in the middle of a record leaves a part of it.
    exploration.explore(DiskImage(pageSize: 16), LogPromise(), failing: [ENOSPC], workload.appendOnce)
    let violation = try #require(exploration.violations.first)
    if Self.isLong { print("\(flaw): found in \(exploration.stateCount) crash states: \(violation)") }
  }
}
