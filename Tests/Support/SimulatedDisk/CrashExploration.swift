package import PureduxFiles
import PureduxTesting

/// A machine whose power can be cut: its disk, and what its programs may rely on.
package final class Machine<Promise: Hashable & Sendable> {
  package let disk: SimulatedDisk
  /// The system calls that the programs use.
  package let files: FileSystem
  /// Whether programs should write after they have read; otherwise, only what they read is of interest.
  package let continues: Bool
  /// What must hold after a cut at this moment.
  package var promise: Promise {
    willSet { promises += Array(repeating: promise, count: disk.historyCount - promises.count) }
    didSet { promises[promises.count - 1] = promise }
  }
  /// What must hold after a cut in each state of the disk's history.
  private var promises: [Promise]

  package init(_ disk: SimulatedDisk, _ promise: Promise, _ flaws: [FileLayerFlaw] = [], continues: Bool = true) {
    (self.disk, self.promise, promises, self.continues) = (disk, promise, [promise], continues)
    files = flaws.reduce(disk.files) { $0.with($1) }
  }

  /// The states of the disk at which the machine can be stopped, each after a change, with what must hold then.
  var moments: [(image: DiskImage, promise: Promise)] {
    zip(disk.history, promises + Array(repeating: promise, count: disk.historyCount - promises.count)).map { ($0, $1) }
  }
}

/// Explores what power cuts leave of the files of programs, and what the next programs make of it.
///
/// At each change to the disk, the machine is stopped: by a kill, after which the page cache remains; and by a power
/// cut, with all crash states of the disk up to a limit, and random ones beyond. In each of these states, programs are
/// started again; and they are stopped once more in the same way.
package struct CrashExploration<Promise: Hashable & Sendable> {
  /// How much is explored.
  package struct Bounds: Sendable {
    /// The most crash states of one moment.
    package var states: Int
    /// The same for moments during a recovery.
    package var secondStates: Int
    /// Programs write again, and are stopped while they do, in every n-th state.
    package var continuesEvery: Int
    /// System calls fail, one in a run, at every n-th call: with all codes in turn if n is 1, or else with one of them.
    package var faultsEvery: Int
    /// Machines are stopped at every n-th moment after a fault.
    package var momentsEvery: Int

    package init(
      states: Int, secondStates: Int, continuesEvery: Int = 1, faultsEvery: Int = 1, momentsEvery: Int = 1
    ) {
      (self.states, self.secondStates) = (states, secondStates)
      (self.continuesEvery, self.faultsEvery, self.momentsEvery) = (continuesEvery, faultsEvery, momentsEvery)
    }
  }

  /// Runs programs on a machine, and returns the laws that were broken.
  package typealias Programs = (Machine<Promise>) -> [String]

  /// The number of different states in which programs were started.
  package private(set) var stateCount = 0
  /// Of these, the number after a second stop.
  package private(set) var secondCount = 0
  /// The laws that were broken, with the place of the stop.
  package private(set) var violations: [String] = []
  private let bounds: Bounds
  private let flaws: [FileLayerFlaw]
  /// Whether one violation is enough.
  private let isSearch: Bool
  private let restart: Programs
  private var random: SeededGenerator
  private var seen: Set<Int> = []

  /// - Parameters:
  ///   - flaws: The mistakes of the file layer, of which one violation is searched.
  ///   - isSearch: Whether one violation is enough, because the programs make a mistake.
  ///   - restart: The programs that start on the disk of a machine that was stopped.
  package init(
    _ bounds: Bounds, flaws: [FileLayerFlaw] = [], isSearch: Bool = false, seed: UInt64 = 0, restart: @escaping Programs
  ) {
    (self.bounds, self.flaws, self.restart) = (bounds, flaws, restart)
    (self.isSearch, random) = (isSearch || !flaws.isEmpty, SeededGenerator(seed: seed))
  }

  private var isOver: Bool { isSearch && !violations.isEmpty }

  /// Runs programs on a disk, and stops them.
  package mutating func explore(_ image: DiskImage, _ promise: Promise, _ run: Programs) {
    if isOver { return }
    let machine = Machine(SimulatedDisk(image), promise, flaws)
    record(run(machine), "without a stop")
    stop(machine)
  }

  /// Runs programs on a disk many times, with another call that fails each time, and stops them afterward.
  package mutating func explore(_ image: DiskImage, _ promise: Promise, failing codes: [Int32], _ run: Programs) {
    if isOver { return }
    let whole = Machine(SimulatedDisk(image), promise, flaws)
    _ = run(whole)
    for (number, call) in stride(from: 1, through: whole.disk.callCount, by: bounds.faultsEvery).enumerated() {
      let codes = bounds.faultsEvery == 1 ? codes : [codes[number % codes.count]]
      for (place, code) in codes.enumerated() where !isOver {
        let fault = SimulatedDisk.Fault(call: call, code: code, evictsPages: (number + place).isMultiple(of: 2))
        let machine = Machine(SimulatedDisk(image, faults: [fault]), promise, flaws)
        record(run(machine), "with \(fault)")
        stop(machine, from: machine.disk.firstFaultyChange ?? .max, every: bounds.momentsEvery) { "\n  with \(fault)" }
      }
    }
  }

  private mutating func record(_ broken: [String], _ place: @autoclosure () -> String) {
    if !broken.isEmpty { violations += broken.map { "\($0) \(place())" } }
  }

  private mutating func stop(
    _ machine: Machine<Promise>, from first: Int = 0, every step: Int = 1, isSecond: Bool = false,
    _ place: @escaping () -> String = { "" }
  ) {
    let moments = machine.moments
    // The last moment is always among them.
    for (number, moment) in moments.enumerated().dropFirst(first)
    where (moments.count - 1 - number).isMultiple(of: step) {
      if isOver { return }
      let here = { "\(place())\n  stopped at change \(number) after: \(machine.disk.calls(before: number))" }
      start(moment.image, moment.promise, isSecond) { here() + "; killed" }
      var random = SeededGenerator(seed: random.next())
      let states = CrashStates(moment.image)
      states.forEach(atMost: isSecond ? bounds.secondStates : bounds.states, &random) { state in
        start(state, moment.promise, isSecond, here)
      }
    }
  }

  private mutating func start(
    _ image: DiskImage, _ promise: Promise, _ isSecond: Bool, _ place: @escaping () -> String
  ) {
    var hasher = Hasher()
    image.combine(into: &hasher)
    hasher.combine(promise)
    hasher.combine(image.isSynced)
    guard !isOver, seen.insert(hasher.finalize()).inserted else { return }
    stateCount += 1
    if isSecond { secondCount += 1 }
    let continues = stateCount.isMultiple(of: bounds.continuesEvery)
    let machine = Machine(SimulatedDisk(image), promise, flaws, continues: continues)
    let broken = restart(machine)
    record(broken, place())
    if continues, !isSecond, broken.isEmpty { stop(machine, isSecond: true, place) }
  }
}
