/// The path of an action up the tree, from the store that received it: the reducers and the middlewares.
@frozen
@usableFromInline
package struct ReductionPath<Action: Sendable>: Sendable {
  @usableFromInline package typealias Reduce = @Sendable (Action, borrowing Turn, borrowing LockToken) -> Void

  @usableFromInline let queueContext: QueueContext<Action>
  /// Identifies the store in its tree.
  @usableFromInline package let store: UInt64
  /// The reducers of the store and its ancestors, in that order.
  @usableFromInline let reduce: Reduce

  @inlinable
  init(queueContext: QueueContext<Action>, store: UInt64, reduce: @escaping Reduce) {
    self.queueContext = queueContext
    self.store = store
    self.reduce = reduce
  }

  /// The middlewares on the path, and the interceptor of the tree.
  @usableFromInline var middlewares: MiddlewareChain<Action>? { @inlinable get { queueContext.middlewares } }

  /// Performs one turn: reduces the action up the tree, then publishes the states down the tree.
  @inlinable
  func perform(_ action: Action, _ turn: borrowing Turn) {
    if let middlewares {
      _ = perform(action, through: middlewares, turn, nil)
    } else if queueContext.isDetached {
      _ = drop(action, turn)
    } else if let watch = queueContext.tree.watch.with(turn, { $0 }) {
      _ = perform(action, watchedBy: watch, turn, nil)
    } else {
      reduceAndPublish(action, turn)
    }
  }

  /// Performs the turns of the first `count` actions. Without observers, several turns share one acquisition of the
  /// state lock.
  ///
  /// The middlewares are looked up once, because each lookup retains them.
  @inlinable
  func perform(_ actions: ContiguousArray<Action>, _ count: Int, _ turn: borrowing Turn) {
    var done = 0
    if let middlewares {
      while done < count {
        _ = perform(actions[done], through: middlewares, turn, nil)
        done += 1
      }
    }
    while done < count, isBare(turn) {
      done += queueContext.tree.reduce(atMost: count - done) { index, locked in
        reduce(actions[done + index], turn, locked)
      }
    }
    while done < count {
      perform(actions[done], turn)
      done += 1
    }
  }

  /// Whether a turn only runs reducers. True if nothing is observed or tapped, no previous state is kept, and the store
  /// has no lifetime.
  @inlinable
  func isBare(_ turn: borrowing Turn) -> Bool {
    let tree = queueContext.tree
    return queueContext.lifetime == nil && !tree.isWatched(turn) && !tree.receivers.any.isRaised
      && !tree.keepsStateBeforeTurn
  }

  /// Performs one turn, in which `search` finds the work that the action starts.
  ///
  /// Returns false if a middleware dropped the action, or if the store has ended with its lifetime.
  func perform(_ action: Action, _ turn: borrowing Turn, _ search: WorkSearch?) -> Bool {
    if let middlewares { return perform(action, through: middlewares, turn, search) }
    if queueContext.isDetached { return drop(action, turn) }
    if let watch = queueContext.tree.watch.with(turn, { $0 }) {
      return perform(action, watchedBy: watch, turn, search)
    }
    reduceAndPublish(action, turn)
    search?.look(for: action, queueContext.work)
    return true
  }

  @inlinable
  @inline(__always)
  func reduceAndPublish(_ action: Action, _ turn: borrowing Turn) {
    let tree = queueContext.tree
    tree.reduce(turn) { locked in reduce(action, turn, locked) }
    tree.publish(turn)
  }

  /// Reduces an action along the whole path or, if `isLevel` is true, only at the store's own level.
  package func reduce(_ action: Action, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    (isLevel ? middlewares?.ownReducer ?? reduce : reduce)(action, turn, locked)
  }
}
