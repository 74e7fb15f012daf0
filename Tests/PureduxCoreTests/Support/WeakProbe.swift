import PureduxCore

/// An object whose end can be observed.
final class Probe: Sendable {}

/// A weak reference that a test may pass around.
final class WeakProbe: Sendable {
  weak let object: Probe?
  init(_ object: Probe) { self.object = object }
  var isGone: Bool { object == nil }
}
