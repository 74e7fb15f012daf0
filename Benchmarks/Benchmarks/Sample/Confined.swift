/// A value for the baselines without a store.
final class Confined<Value>: @unchecked Sendable {
  // SAFETY: a baseline accesses the value on one serial queue, and after waiting for that queue.
  var value: Value

  init(_ value: Value) { self.value = value }
}
