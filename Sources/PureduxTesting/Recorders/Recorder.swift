/// Keeps what it is given, in order, from any thread.
public final class Recorder<Value: Sendable>: Sendable {
  private let records = Watched<[Value]>([])

  /// A recorder that has kept nothing yet.
  public init() {}

  /// Everything recorded until now.
  public var values: [Value] { records.value }

  /// Keeps a value.
  public func record(_ value: Value) {
    records.withLock { $0.append(value) }
  }

  /// Returns the values as soon as there are `count`, for what is recorded on other threads.
  ///
  /// There are fewer when the task is cancelled first, as by the time limit of a test.
  public func values(count: Int) async -> [Value] {
    await records.first { $0.count >= count ? $0 : nil } ?? values
  }

  /// Forgets everything recorded until now, and returns it.
  @discardableResult
  public func removeAll() -> [Value] {
    records.withLock { records in
      defer { records = [] }
      return records
    }
  }
}

extension Recorder<Misuse> {
  /// Give this to a context, and mistakes made under it are recorded instead of printed.
  public var reporter: MisuseReporter { MisuseReporter(record) }
}
