/// A state as it was before the turn under way, for a reducer that reads its own tree by mistake.
@usableFromInline
final class StateBefore<State> {
  @usableFromInline let value: State
  @inlinable init(_ value: State) { self.value = value }
}
