/// A value for the baselines without a store.
final class Confined<Value>: @unchecked Sendable {
  // SAFETY: a baseline reaches the value on one serial queue, and after it waited for that queue.
  var value: Value

  init(_ value: Value) { self.value = value }
}
