/// Reduces by the local state and the action alone.
@frozen
@usableFromInline
struct PlainReduction<Local, Action>: LocalReduction {
  @usableFromInline let reducer: Reducer<Local, Action>

  @inlinable
  init(_ reducer: @escaping Reducer<Local, Action>) { self.reducer = reducer }

  @inlinable
  func reduce(_ local: inout Local, _ action: Action, _ locked: borrowing LockToken) { reducer(&local, action) }

  @usableFromInline
  func inside(_ context: StoreContext) -> PlainReduction {
    PlainReduction { [reducer] state, action in
      StoreContext.$current.withValue(context) { reducer(&state, action) }
    }
  }
}
