import PureduxCore

/// An object whose release can be observed.
package final class Probe: Sendable {
  package init() {}
}

/// A weak reference that a test may pass around.
package final class WeakProbe: Sendable {
  weak let object: Probe?
  package init(_ object: Probe) { self.object = object }
  package var isGone: Bool { object == nil }
}
