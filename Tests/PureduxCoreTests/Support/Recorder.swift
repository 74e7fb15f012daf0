import PureduxCore

/// What observers saw, in order, from any thread.
final class Recorder<Value: Sendable>: Sendable {
  private let values = Guarded<[Value]>([])
  func record(_ value: Value) { values.withLock { $0.append(value) } }
  var seen: [Value] { values.withLock { $0 } }
}
