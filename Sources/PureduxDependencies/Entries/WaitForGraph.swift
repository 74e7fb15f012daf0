internal import PureduxCore

/// A wait-for graph of threads and pending defaults that detects a cycle before a deadlock occurs.
struct WaitForGraph: Sendable {
  /// The defaults that each thread is creating, innermost last.
  private var makers: [ThreadIdentity: [PendingDefault]] = [:]
  /// For each waiting thread, the default for which the thread waits.
  private var waiters: [ThreadIdentity: PendingDefault] = [:]

  mutating func begin(_ pending: PendingDefault) { makers[pending.thread, default: []].append(pending) }

  mutating func end(_ pending: PendingDefault) {
    makers[pending.thread]?.removeAll { $0 === pending }
    if makers[pending.thread]?.isEmpty == true { makers[pending.thread] = nil }
  }

  /// Records that a thread waits for a default. If waiting would close a cycle, returns the names along the cycle
  /// instead.
  mutating func beginWaiting(for pending: PendingDefault, on thread: ThreadIdentity) -> [String]? {
    // A thread that is not creating a default cannot block another thread.
    guard makers[thread] != nil else { return nil }
    var names: [String] = []
    var next: PendingDefault? = pending
    while let reached = next {
      // A finished default no longer blocks any thread, even if the thread that created it is now creating another.
      guard let made = makers[reached.thread]?.drop(while: { $0 !== reached }), !made.isEmpty else { break }
      names += made.map(\.name)
      if reached.thread == thread { return names + [pending.name] }
      next = waiters[reached.thread]
    }
    waiters[thread] = pending
    return nil
  }

  mutating func endWaiting(on thread: ThreadIdentity) { waiters[thread] = nil }
}

extension Misuse {
  static func circularDefault(_ names: [String]) -> Misuse {
    Misuse(
      "the default of `\(names[0])` depends on itself: \(names.joined(separator: " → "))",
      so: "it cannot be created, and the process stops",
      fix: "break the cycle: create one default without reading the next, or make it a closure that reads the next "
        + "when called")
  }
}
