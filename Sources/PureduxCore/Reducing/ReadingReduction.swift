/// Reduces with a look at the parent's state, which no reducer of this turn has changed yet.
@frozen
@usableFromInline
struct ReadingReduction<Parent: Sendable, Local, Action>: LocalReduction {
  @usableFromInline let parent: StateSource<Parent>
  @usableFromInline let reducer: ChildReducer<Parent, Local, Action>

  @inlinable
  init(_ parent: StateSource<Parent>, _ reducer: @escaping ChildReducer<Parent, Local, Action>) {
    self.parent = parent
    self.reducer = reducer
  }

  @inlinable
  func reduce(_ local: inout Local, _ action: Action, _ locked: borrowing LockToken) {
    parent.lendState(locked) { reducer($0, &local, action) }
  }

  @usableFromInline
  func inside(_ context: StoreContext) -> ReadingReduction {
    ReadingReduction(parent) { [reducer] parent, state, action in
      StoreContext.$current.withValue(context) { reducer(parent, &state, action) }
    }
  }
}
