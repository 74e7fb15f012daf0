// Turns that somebody is told of. They stand apart, so that other turns ask once whether they are watched.
extension ReductionPath {
  /// Never inlined, because turns that nobody watches would pay for it.
  @inlinable
  @inline(never)
  func performWatched(_ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?) -> Bool {
    let tree = family.tree
    if tree.recorder(turn)?.isOfJourney(turn) == true { return drop(action, turn) }
    tree.tellTaps(.turnBegan(action), of: store, turn)
    if let recorder = tree.recorder(turn) {
      recorder.beginTurn(of: store, turn)
      recorder.beginReducing(turn)
      tree.reduce(turn) { locked in
        recorder.log(family).record(action, of: store, .turn, reduce, locked)
        reduce(action, turn, locked)
      }
      recorder.endReducing(turn)
      tree.tellTaps(.reduced(action), of: store, turn)
      tree.publish(turn)
      recorder.endTurn(turn)
    } else {
      tree.reduce(turn) { locked in reduce(action, turn, locked) }
      tree.tellTaps(.reduced(action), of: store, turn)
      tree.publish(turn)
    }
    tree.tellTaps(.published, of: store, turn)
    search?.look(for: action, family.work)
    return true
  }

  /// A turn with middlewares. What each level reduces is recorded there.
  @inlinable
  @inline(never)
  func performWatched(
    _ action: Action, through middlewares: MiddlewareChain<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Bool {
    let tree = family.tree
    let recorder = tree.recorder(turn)
    if recorder?.isOfJourney(turn) == true { return drop(action, turn) }
    tree.tellTaps(.turnBegan(action), of: store, turn)
    recorder?.beginTurn(of: store, turn)
    if let recorder { recorder.dispatched(action, recorder.log(family), self, turn) }
    guard let reduced = middlewares.passWatched(action, turn, search, { _ in }) else {
      recorder?.endTurn(isDropped: true, turn)
      tree.tellTaps(.dropped(action), of: store, turn)
      return false
    }
    tree.tellTaps(.reduced(reduced), of: store, turn)
    tree.publish(turn)
    tree.tellTaps(.published, of: store, turn)
    middlewares.intercept?(turn) { [dispatcher = middlewares.dispatcher] in dispatcher.dispatch($0) }
    recorder?.endTurn(turn)
    return true
  }

  /// `pass`, in a turn that is watched; returns the action as the store reduced it, or nil when it was kept back.
  @inlinable
  func passWatched(
    _ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?, after below: (borrowing LockToken) -> Void
  ) -> Action? {
    if let middlewares { return middlewares.passWatched(action, turn, search, below) }
    family.tree.reduceWatchedLevel(action, of: store, family, turn, reduce, after: below)
    search?.look(for: action, family.work)
    return action
  }
}

// The levels of a turn with middlewares.
extension StoreTree {
  /// Runs `below`, then the reducers of a level and of all levels above it that have no middlewares, under the state
  /// lock. `key` stands for the log of the level.
  @inlinable
  func reduceWatchedLevel<Action>(
    _ action: Action, of store: UInt64, _ key: AnyObject, _ turn: borrowing Turn,
    _ reduce: @escaping ReductionPath<Action>.Reduce, after below: (borrowing LockToken) -> Void
  ) {
    self.reduce(turn, by: recorder(turn)) { locked in
      below(locked)
      record(action, of: store, key, reduce, turn, locked)
      reduce(action, turn, locked)
    }
  }

  /// Has what a level reduces recorded, where the tree is recorded. `key` stands for its log.
  @inlinable
  func record<Action>(
    _ action: Action, of store: UInt64, _ key: AnyObject, _ reduce: @escaping ReductionPath<Action>.Reduce,
    _ turn: borrowing Turn, _ locked: borrowing LockToken
  ) {
    recorder(turn)?.log(key).record(action, of: store, .level, reduce, locked)
  }

  /// Runs the reducers of one action under the state lock, and has the values recorded that they draw.
  @inlinable
  func reduce(_ turn: borrowing Turn, by recorder: TurnRecorder?, _ reduce: (borrowing LockToken) -> Void) {
    recorder?.beginReducing(turn)
    self.reduce(turn, reduce)
    recorder?.endReducing(turn)
  }
}
