import Foundation
import PureduxFiles
import SimulatedDisk
import Testing

@testable import PureduxReplica

/// An application and a helper with one log on a disk, and the laws that hold for it.
struct LogWorkload: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let isSynced: Bool
  /// The system calls that the processes use, in place of those of the machine.
  var files: @Sendable (FileSystem) -> FileSystem = { $0 }

  static let all = [
    LogWorkload(testDescription: "a synced log", isSynced: true),
    LogWorkload(testDescription: "a log that is not synced", isSynced: false),
  ]

  private static let folder = URL(fileURLWithPath: "/log")

  func start(_ machine: Machine<LogPromise>, _ helper: String? = nil) -> LogWriter {
    LogWriter(LogProcess(Self.folder, helper, isSynced: isSynced, files(machine.files)), isSynced: isSynced)
  }

  /// Runs the processes, and returns the broken laws.
  func run(_ machine: Machine<LogPromise>) -> [String] {
    var (app, widget) = (start(machine), start(machine, "widget"))
    var violations: [String] = []
    do {
      try app.compact(machine)
      for writer in [app, widget, app, widget] { try writer.append(machine) }
      try again { try app.process.collect() }
      try app.compact(machine)
      for writer in [widget, app] { try writer.append(machine) }
      // A second application replaces the first.
      app = start(machine)
      try app.append(machine)
      try widget.append(machine)
      // The helper is suspended for days, and its inbox is closed.
      machine.disk.setAge(.seconds(200_000))
      try again { try app.process.collect() }
      machine.disk.setAge(.zero)
      // If a fault has left the closed inbox under its last name, the application removes it when it collects again.
      do { try widget.append(machine) } catch {
        try app.process.collect()
        try widget.append(machine)
      }
      try app.append(machine)
    } catch {
      violations.append("\(error)")
    }
    return violations
  }

  /// Appends one entry, and gives up after an error.
  func appendOnce(_ machine: Machine<LogPromise>) -> [String] {
    let app = start(machine)
    do {
      try app.compact(machine)
      let entry = ReplicaEntry.test(try app.process.newClient(), 1, size: 60)
      machine.promise.begin([entry])
      try app.process.append([entry])
      return []
    } catch {
      return machine.disk.isFaulty ? [] : ["\(error)"]
    }
  }

  /// Collects a long inbox, and lets its process read and append before the n-th call. Returns the broken laws.
  func collect(interruptedAt call: Int, _ machine: Machine<LogPromise>) -> [String] {
    // SAFETY: the closure is called on this thread, in the calls of the application.
    nonisolated(unsafe) let (machine, app, widget) = (machine, start(machine), start(machine, "widget"))
    do {
      try app.compact(machine)
      try widget.append(machine, size: 70_000)
      machine.disk.interrupt(call: machine.disk.callCount + call) {
        _ = try? LogContents(widget.process)
        try? widget.append(machine)
      }
      try app.process.collect()
      try widget.append(machine)
      return []
    } catch {
      return ["\(error)"]
    }
  }

  /// Starts an application on the disk that a cut has left, and returns the broken laws.
  func restart(_ machine: Machine<LogPromise>) -> [String] {
    let app = start(machine)
    do {
      guard let contents = try app.contents(machine) else { return ["the log has no snapshot"] }
      let violations = machine.promise.violations(contents)
      guard machine.continues, violations.isEmpty else { return violations }
      try app.append(machine)
      try app.compact(machine)
      let widget = start(machine, "widget")
      try widget.append(machine)
      try app.process.collect()
      guard let found = try LogContents(start(machine, "reader").process) else { return ["a reader finds nothing"] }
      return machine.promise.violations(found)
    } catch {
      return ["\(error)"]
    }
  }
}

/// A process that appends entries, and repeats what fails.
final class LogWriter {
  let process: LogProcess
  private var client: UInt64?
  private var number: UInt64 = 0
  private let isSynced: Bool

  init(_ process: LogProcess, isSynced: Bool) { (self.process, self.isSynced) = (process, isSynced) }

  /// Appends an entry, and expects that it is accepted after a fault has passed.
  func append(_ machine: Machine<LogPromise>, size: Int = 0) throws {
    try again {
      let client = try self.client ?? process.newClient()
      if self.client == nil { (self.client, number) = (client, 0) }
      let entry = ReplicaEntry.test(client, number + 1, size: size)
      machine.promise.begin([entry])
      do { try process.append([entry]) } catch let error as ReplicaClientClosed {
        self.client = nil
        throw error
      }
      number += 1
      if isSynced { machine.promise.accept(entry.id) }
    }
  }

  /// Reads the log in the application, which begins with a snapshot.
  func contents(_ machine: Machine<LogPromise>) throws -> LogContents? {
    if try LogContents(process) == nil {
      machine.promise.begin(.test(0))
      try process.compact(.test(0))
    }
    let contents = try LogContents(process)
    // Other processes and later starts find the entries at the same places.
    if let contents, isSynced, !machine.disk.isFaulty, machine.promise.violations(contents).isEmpty {
      machine.promise.see(contents)
    }
    return contents
  }

  /// Replaces the contents of the log by a snapshot.
  func compact(_ machine: Machine<LogPromise>) throws {
    try again {
      guard let contents = try contents(machine) else { return }
      machine.promise.begin(contents.whole)
      try process.compact(contents.whole)
    }
  }
}

/// Tries three times, because a fault may pass.
func again(_ body: () throws -> Void) throws {
  for _ in 1...2 { do { return try body() } catch {} }
  try body()
}
