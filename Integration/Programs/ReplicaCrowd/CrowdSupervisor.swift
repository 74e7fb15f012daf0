import Foundation
import PureduxReplica

/// Starts four processes that share a ledger, kills and stops them at random, and compares what they show at the end.
final class CrowdSupervisor {
  private let folder: CrowdFolder
  private var processes: [String: Process] = [:]
  /// Processes that are stopped, and the times at which they continue.
  private var sleeping: [(process: Process, end: ContinuousClock.Instant)] = []
  /// Applications that others have replaced while they were stopped.
  private var replaced: [Process] = []
  private var (kills, stops, replacements, locks) = (0, 0, 0, 0)
  private var largestJournal = 0

  private static let names = ["app", "widget", "share", "intents"]

  init(_ folder: CrowdFolder) { self.folder = folder }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Prints one line of figures. Throws if a promise was broken.
  func run(kills wanted: Int) async throws {
    // Nothing else would end them: they would work, and keep the output of this program open, after a failure.
    defer { for process in Array(processes.values) + replaced { kill(process.processIdentifier, SIGKILL) } }
    try folder.begin()
    for name in Self.names { try start(name) }
    while kills < wanted {
      try await Task.sleep(for: .milliseconds(Int.random(in: 10...110)))
      try wake(all: false)
      try Int.random(in: 0..<10) < 6 ? killOne() : stopOne()
      if kills % 10 == 0 {
        countLocks()
        largestJournal = max(largestJournal, (try? folder.journalSize()) ?? 0)
      }
    }
    try wake(all: true)
    try folder.give(.stop)
    for name in Self.names { try await wait(for: .quiet(name), of: name) }
    try folder.give(.finish, Data("\(try await CrowdWorker.position(of: folder))".utf8))
    for name in Self.names { try await wait(for: .final(name), of: name) }
    try await waitForSnapshot()
    try folder.give(.end)
    for process in processes.values { process.waitUntilExit() }
    try report()
  }

  private func start(_ name: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["work", folder.path, name]
    try process.run()
    processes[name] = process
  }

  private func killOne() throws {
    guard let name = Self.names.randomElement(), let process = processes[name] else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try check(process, name)
    sleeping.removeAll { $0.process === process }
    kills += 1
    try start(name)
  }

  private func stopOne() throws {
    guard let name = Self.names.randomElement(), let process = processes[name], process.isRunning else { return }
    kill(process.processIdentifier, SIGSTOP)
    stops += 1
    // Some sleep for longer than the age at which an inbox is closed.
    let wait = Int.random(in: 0..<10) == 0 ? Int.random(in: 2_000...4_000) : Int.random(in: 5...150)
    sleeping.append((process, .now + .milliseconds(wait)))
    // Sometimes the system starts the application again while the old one is still there.
    if name == "app", Int.random(in: 0..<5) == 0 {
      replaced.append(process)
      replacements += 1
      try start(name)
    }
  }

  private func wake(all: Bool) throws {
    for (process, end) in sleeping where all || end <= .now { kill(process.processIdentifier, SIGCONT) }
    sleeping.removeAll { all || $0.end <= .now }
    for process in replaced where !process.isRunning { try check(process, "replaced app") }
    replaced.removeAll { !$0.isRunning }
    for (name, process) in processes where !process.isRunning {
      try check(process, name)
      try start(name)
    }
  }

  private func check(_ process: Process, _ name: String) throws {
    guard process.terminationReason == .exit else { return }
    if process.terminationStatus == WorkerEnd.replaced.rawValue, name.hasSuffix("app") { return }
    throw Failure(description: "\(name) ended with \(process.terminationStatus)")
  }

  private func wait(for sign: CrowdFolder.Sign, of name: String) async throws {
    let limit = ContinuousClock.now + .seconds(120)
    while !folder.has(sign) {
      try wake(all: true)
      if ContinuousClock.now > limit { throw Failure(description: "\(name) does not come to \(sign)") }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Waits until the application has replaced the entries of a long journal by a snapshot. While processes append, or the
  /// application is stopped, the journal may be longer than its bound.
  private func waitForSnapshot() async throws {
    let document = try Data(contentsOf: folder.url(.final(Self.names[0]))).count
    let limit = ContinuousClock.now + .seconds(120)
    while try folder.journalSize() > 2 * document + (64 << 10), ContinuousClock.now < limit {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Counts the locks of the running processes, whose numbers are in the fifth column.
  private func countLocks() {
    guard let text = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return }
    let running = Set((Array(processes.values) + replaced).map { "\($0.processIdentifier)" })
    locks += text.split(separator: "\n").map { $0.split(separator: " ") }
      .count { $0.count > 4 && running.contains(String($0[4])) }
  }

  private func report() throws {
    let finals = try Self.names.map { try Data(contentsOf: folder.url(.final($0))) }
    let ledger = try JSONDecoder().decode(Ledger.self, from: finals[0])
    let accepted = try folder.accepted()
    let lost = accepted.filter { run, last in ledger.runs[id: run].map { $0.last < last } ?? true }
    print(
      "kills \(kills) stops \(stops) replacements \(replacements) entries \(ledger.total)",
      "accepted \(accepted.values.reduce(0, +)) lost \(lost.count) errors \(ledger.errors)",
      "different \(Set(finals).count - 1) locks \(locks) journal \(try folder.journalSize())",
      "longest \(largestJournal)", "document \(finals[0].count)")
  }
}
