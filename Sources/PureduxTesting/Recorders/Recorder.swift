/// Keeps what it is given, in order, from any thread.
public final class Recorder<Value: Sendable>: Sendable {
  private struct Records {
    var values: [Value] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<[Value], Never>)] = []
  }

  private let records = Guarded(Records())

  /// A recorder that has kept nothing yet.
  public init() {}

  /// Everything recorded until now.
  public var values: [Value] { records.withLock { $0.values } }

  /// Keeps a value.
  public func record(_ value: Value) {
    let (values, waiters) = records.withLock { records -> ([Value], [CheckedContinuation<[Value], Never>]) in
      records.values.append(value)
      guard !records.waiters.isEmpty else { return ([], []) }
      let count = records.values.count
      let due = records.waiters.filter { $0.count <= count }.map { $0.continuation }
      records.waiters.removeAll { $0.count <= count }
      return (due.isEmpty ? [] : records.values, due)
    }
    for waiter in waiters { waiter.resume(returning: values) }
  }

  /// Returns the values as soon as there are `count`, for what is recorded on other threads.
  public func values(count: Int) async -> [Value] {
    await withCheckedContinuation { continuation in
      let ready: [Value]? = records.withLock { records in
        if records.values.count >= count { return records.values }
        records.waiters.append((count, continuation))
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  /// Forgets everything recorded until now, and returns it.
  @discardableResult
  public func removeAll() -> [Value] {
    records.withLock { records in
      defer { records.values = [] }
      return records.values
    }
  }
}

extension Recorder<Misuse> {
  /// Give this to a context, and mistakes made under it are recorded instead of printed.
  public var reporter: MisuseReporter { MisuseReporter(record) }
}
