/// A reducer that changes a child's own state in place, and reads the state of the child's parent.
@usableFromInline typealias ChildReducer<Parent, State, Action> =
  @Sendable (_ parent: Parent, _ state: inout State, _ action: Action) -> Void

/// The reduction of a child's own state. A child that does not read its parent's state does not pay for lending that
/// state.
@usableFromInline
protocol LocalReduction<Local, Action>: Sendable {
  associatedtype Local
  associatedtype Action

  func reduce(_ local: inout Local, _ action: Action, _ locked: borrowing LockToken)
  /// Returns a copy of this reduction that runs with `context` as the current context.
  func inside(_ context: StoreContext) -> Self
}

/// Reduces the local state without reading the parent's state.
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

/// Reduces the local state and reads the parent's state, which no reducer of this turn has changed yet.
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
