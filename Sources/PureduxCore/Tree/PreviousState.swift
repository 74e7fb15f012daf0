/// The state before the current turn, for a reducer that reads its own tree by mistake.
@_fixed_layout
@usableFromInline
final class PreviousState<State> {
  @usableFromInline let value: State
  @inlinable init(_ value: State) { self.value = value }
}
