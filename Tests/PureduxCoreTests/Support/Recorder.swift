import PureduxCore

/// What was seen, in order, from any thread.
final class Recorder<Value: Sendable>: Sendable {
  private let values = Guarded<[Value]>([])
  func record(_ value: Value) { values.withLock { $0.append(value) } }
  var seen: [Value] { values.withLock { $0 } }
}

/// An object whose end can be observed.
final class Probe: Sendable {}

/// A weak reference that a test may pass around.
final class WeakProbe: Sendable {
  weak let object: Probe?
  init(_ object: Probe) { self.object = object }
  var isGone: Bool { object == nil }
}
