/// A value that only code inside a turn of its tree can reach.
@usableFromInline
package final class TurnLocal<Value>: @unchecked Sendable {
  // SAFETY: `value` is reached with a `Turn` only; a turn is lent by `Mailbox.deliver`, which one
  // thread at a time runs. Nothing that a body calls comes back to the same value.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  package init(_ value: sending Value) { self.value = value }

  @inlinable
  package func with<Result>(_ turn: borrowing Turn, _ body: (inout Value) throws -> Result) rethrows -> Result {
    try body(&value)
  }
}
