/// A value that every thread may be handed, `Sendable` or not.
@usableFromInline
final class SharedBox<Value>: @unchecked Sendable {
  // SAFETY: the value is set once and only ever copied out. An entry's value that is not `Sendable`
  // is nevertheless shared; that it bears it is what `EntryContainer` asks of its author.
  @usableFromInline let value: Value
  init(_ value: Value) { self.value = value }
}
