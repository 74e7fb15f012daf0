import Foundation
import PureduxCore
import PureduxTesting
import SimulatedDisk

@testable import PureduxInspector

/// Programs that append their sessions to one file, one after the other, and the laws that hold for it.
enum SessionWorkload {
  static let url = URL(fileURLWithPath: "/a.session")

  /// Runs the programs, and returns the broken laws. A program whose file can no longer be written goes on without it.
  static func run(_ machine: Machine<SessionPromise>) -> [String] {
    var violations: [String] = []
    for number in 1...2 {
      do { try RecordedRun(number).write(on: machine) } catch {
        if !machine.disk.isFaulty || !(error is SessionError) { violations.append("\(error)") }
      }
    }
    return violations
  }

  /// Reads the file that a cut has left, and starts a program that replaces it. Returns the broken laws.
  static func restart(_ machine: Machine<SessionPromise>) -> [String] {
    let violations = machine.promise.violations(machine.session)
    guard machine.continues, violations.isEmpty else { return violations }
    do {
      try RecordedRun(3).write(on: machine)
      return machine.promise.violations(machine.session)
    } catch {
      return ["the next start has failed: \(error)"]
    }
  }
}

/// A run of a program that is recorded.
struct RecordedRun {
  private let number: Int
  private let runner = ManualRunner()
  private let store: StateStore<Shelf, ShelfAction>
  private let recording: Recording

  init(_ number: Int) {
    self.number = number
    store = Shelf.store(runner: runner)
    recording = store.record()
  }

  /// Writes a new file, and appends to it three times, of which the second one is confirmed.
  func write(on machine: Machine<SessionPromise>) throws {
    edit(0)
    machine.promise.begin(events)
    var writer = try SessionWriter(recording.history, SessionWorkload.url, nil, machine.files)
    try writer.writeNew()
    machine.promise.confirm()
    for append in 1...3 {
      edit(append)
      machine.promise.record(events)
      try writer.writeNew()
      if append == 2 {
        try writer.sync()
        machine.promise.confirm()
      }
    }
  }

  private func edit(_ number: Int) {
    for word in ["first", "second"] { store.dispatch(.tag("\(word) tag of edit \(number) in run \(self.number)")) }
    runner.runUntilIdle()
  }

  private var events: [String] { recording.events().map(\.description) }
}

extension Machine {
  /// The contents of the session file, as programs see them.
  fileprivate var session: [UInt8]? { disk.image.contents(of: "/")["a.session"] }
}
