/// Carries a value to other threads, whether or not its type is `Sendable`.
@usableFromInline
final class UncheckedSendableBox<Value>: @unchecked Sendable {
  // SAFETY: the reference to the value never changes, and the box itself does nothing with the value but copy it.
  // The compiler does not check what callers do with their copies: `EntryContainer` asks the author of an entry
  // for a value that several threads may use.
  @usableFromInline let value: Value
  init(_ value: Value) { self.value = value }
}
