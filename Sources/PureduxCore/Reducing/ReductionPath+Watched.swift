// Observed turns. These functions are separate, so that support for observation costs an unobserved turn only one test.
extension ReductionPath {
  /// Never inlined, so that unobserved turns do not pay for this code.
  @inlinable
  @inline(never)
  func perform(_ action: Action, watchedBy watch: TurnWatch, _ turn: borrowing Turn, _ search: WorkSearch?) -> Bool {
    let tree = queueContext.tree
    tree.tellTaps(.turnBegan(action), of: store, watch)
    // Bind the observer once, because each access through the watch would retain the observer.
    if let observer = watch.observer {
      guard observer.turnBegan(of: store, turn) else {
        keepDropped(action, watch, observer, turn)
        return false
      }
      tree.reduce(turn) { locked in
        watch.keep(action, of: store, queueContext, as: .turn, reduce, locked, for: observer)
        reduce(action, turn, locked)
      }
      observer.reducingEnded(turn)
      tree.tellTaps(.reduced(action), of: store, watch)
      tree.publish(turn)
      observer.turnEnded(isDropped: false, turn)
    } else {
      tree.reduce(turn) { locked in reduce(action, turn, locked) }
      tree.tellTaps(.reduced(action), of: store, watch)
      tree.publish(turn)
    }
    tree.tellTaps(.published, of: store, watch)
    search?.look(for: action, queueContext.work)
    return true
  }

  /// Performs an observed turn with middlewares. Each level records the action that it reduces.
  @inlinable
  @inline(never)
  func performWatched(
    _ action: Action, through middlewares: MiddlewareChain<Action>, _ turn: borrowing Turn, _ search: WorkSearch?
  ) -> Bool {
    let tree = queueContext.tree
    let watch = tree.watch.with(turn) { $0 }
    let observer = watch?.observer
    tree.tellTaps(.turnBegan(action), of: store, watch)
    if let watch, let observer {
      guard observer.turnBegan(of: store, turn) else {
        keepDropped(action, watch, observer, turn)
        return false
      }
      keepDispatched(action, watch, observer, turn)
    }
    DrawnValues.pause()
    let isReduced = middlewares.pass(action, turn, search, { _ in })
    observer?.reducingEnded(turn)
    let admitted = watch?.takeAdmitted()
    guard isReduced else {
      observer?.turnEnded(isDropped: true, turn)
      tree.tellTaps(.dropped(action), of: store, watch)
      return false
    }
    // If the chain only embeds actions, no level has this action type.
    tree.tellTaps(.reduced(middlewares.ownReducer == nil ? action : admitted ?? action), of: store, watch)
    tree.publish(turn)
    tree.tellTaps(.published, of: store, watch)
    middlewares.intercept?(turn) { [dispatcher = middlewares.dispatcher] in dispatcher.dispatch($0) }
    observer?.turnEnded(isDropped: false, turn)
    return true
  }

  /// Notifies the observer and the taps that an action was dropped in its turn. Always returns false, so that the
  /// caller can return the result.
  @usableFromInline
  func drop(_ action: Action, _ turn: borrowing Turn) -> Bool {
    guard let watch = queueContext.tree.watch.with(turn, { $0 }) else { return false }
    queueContext.tree.tellTaps(.turnBegan(action), of: store, watch)
    if let observer = watch.observer {
      _ = observer.turnBegan(of: store, turn)
      keepDropped(action, watch, observer, turn)
    } else {
      queueContext.tree.tellTaps(.dropped(action), of: store, watch)
    }
    return false
  }

  /// Records an action whose turn reduces nothing, and ends the turn.
  @usableFromInline
  func keepDropped(_ action: Action, _ watch: TurnWatch, _ observer: any TurnObserver, _ turn: borrowing Turn) {
    keepDispatched(action, watch, observer, turn)
    observer.turnEnded(isDropped: true, turn)
    queueContext.tree.tellTaps(.dropped(action), of: store, watch)
  }

  /// Records a dispatched action, before the levels record the actions that they reduce.
  @usableFromInline
  func keepDispatched(_ action: Action, _ watch: TurnWatch, _ observer: any TurnObserver, _ turn: borrowing Turn) {
    queueContext.tree.stateLock.hold { locked in
      watch.keep(action, of: store, queueContext, as: .dispatch, reduce, locked, for: observer)
    }
  }

  /// Records the action that this level and all levels above will reduce, if no middlewares remain on the path.
  ///
  /// Never inlined, so that unobserved turns do not pay for this code.
  @inlinable
  @inline(never)
  func keepLevel(_ action: Action, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    queueContext.tree.watch.with(turn) { $0 }?.keepLevel(action, of: store, queueContext, reduce, locked)
  }
}
