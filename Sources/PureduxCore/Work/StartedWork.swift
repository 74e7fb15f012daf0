/// What is under way after the turn of an action.
enum StartedWork {
  /// The action does no work, or a chain all of which has been reduced.
  case none
  /// Work was started, and may have dispatched actions; without a token it is over already.
  case started(StoreSubscription?)
}

extension ActionQueue {
  /// Whether a turn of this action may find work to start.
  func mayDoWork(_ action: Action) -> Bool {
    // What a middleware or an embedding puts in the action's place may do work, unless no action of the type can.
    work.mayFind && (work.own(of: action) != nil || work.mayFind && (path.middlewares != nil || work.mayFindAbove))
  }

  /// One turn of an action that may do work, which is started after it.
  /// - Parameters:
  ///   - site: the store that the action was sent to.
  ///   - closed: once raised, the action is dropped, and the tap is told.
  ///   - isStopped: where true, the action is reduced and no work is started; and a chain stops as soon as it is true.
  ///   - depth: how many chains this turn is a part of.
  ///   - done: called when the action, or the last of the chain that it stands for, has been published or dropped.
  func perform(
    _ action: Action, at site: WorkSite, unless closed: AtomicFlag?, isStopped: @escaping @Sendable () -> Bool,
    depth: Int, _ turn: borrowing Turn, then done: (@Sendable () -> Void)?
  ) -> StartedWork {
    let search = WorkSearch()
    tree.workSearch.with(turn) { $0 = search }
    let isReduced = perform(action, unless: closed, turn, search)
    tree.workSearch.with(turn) { $0 = nil }
    guard isReduced, let found = search.found, !isStopped() else {
      done?()
      return .none
    }
    if let chain = found.action as? ComposedAction {
      let (site, actionQueue): (WorkSite, any ChainQueue) =
        found.origin.map { ($0.site, $0.actionQueue) } ?? (site, self)
      let token = actionQueue.runChain(chain, at: site, unless: isStopped, depth: depth, turn, then: done)
      return token.map { .started($0) } ?? .none
    }
    defer { done?() }
    if let origin = found.origin, origin.site.isGone { return .none }
    let place = found.origin?.site ?? site
    guard let recorder = tree.recorder(turn) else { return .started(found.action.startWork(at: place)) }
    return .started(recorder.afterTurn(turn) { found.action.startWork(at: place.fromHere) })
  }
}
