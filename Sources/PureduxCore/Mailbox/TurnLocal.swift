/// A value that only code inside a turn can reach: of one tree's turns, or of those of one `PrivateTurns`.
@_fixed_layout
@usableFromInline
package final class TurnLocal<Value>: @unchecked Sendable {
  // SAFETY: `value` and `accessCheck` are reached with a `Turn` only. Turns of one owner never overlap, and whoever made
  // this value opens it with turns of one owner alone, which debug builds check. Nothing that a body calls comes back
  // to the same value.
  @exclusivity(unchecked) @usableFromInline var value: Value
  @exclusivity(unchecked) @usableFromInline var accessCheck = AccessCheck()

  @inlinable
  package init(_ value: sending Value) { self.value = value }

  @inlinable
  package func with<Result>(_ turn: borrowing Turn, _ body: (inout Value) throws -> Result) rethrows -> Result {
    accessCheck.check(turn)
    return try body(&value)
  }
}
