/// An action that can be put together with others, where a store's `Action` is a protocol.
///
/// ```swift
/// protocol PageAction: ComposableAction {}
/// extension ComposedAction: PageAction {}
/// ```
///
/// A store of `any PageAction` takes a composed action like any other:
///
/// ```swift
/// app.dispatch(Load() + Show())
/// ```
///
/// Plans and async actions conform like any other action: `extension ActionPlan: PageAction {}`.
public protocol ComposableAction: Sendable {}

extension ComposableAction {
  /// This action, and the next one when this one has ended.
  ///
  /// An action has ended when it has been reduced, its work is over, and what the work dispatched has been reduced.
  ///
  /// ```swift
  /// app.dispatch(Load().then(Show()).then(Log(text: "shown")))
  /// ```
  ///
  /// - Parameter next: an action, a plan, an async action or a composed action.
  /// - Returns: one action for all; see ``ComposedAction`` for how to await it, cancel it and treat errors.
  public func then(_ next: some ComposableAction) -> ComposedAction { self + next }
}

/// Two or more actions that happen from left to right, each when the one before has ended.
///
/// ```swift
/// await app.send(Open() + Select(id: 1))
/// ```
///
/// - Parameters:
///   - first: an action, a plan, an async action or a composed action.
///   - second: what begins when `first` has been reduced, its work is over, and what the work dispatched has been
///     reduced.
/// - Returns: one action for all; see ``ComposedAction`` for how to await it, cancel it and treat errors.
public func + (first: any ComposableAction, second: any ComposableAction) -> ComposedAction {
  ComposedAction([first, second])
}

/// Several actions that happen one after the other: a chain.
///
/// Make one with `+` or ``ComposableAction/then(_:)``. Each action is reduced in a turn of its own. The next one is
/// reduced when the one before has ended: when it has been reduced, the work that it starts (a plan, an async action)
/// is over, and what that work dispatched has been reduced too.
///
/// ```swift
/// app.dispatch(LoadProfile() + ShowProfile())
/// let token = app.start((LoadProfile() + LoadFriends()).continuingAfterErrors())
/// ```
///
/// - `store.send(_:)` returns when the last action has been reduced and published, or the chain has ended before.
/// - Cancelling the token of `store.start(_:)` ends the chain: the work under way is cancelled, and no later action
///   of the chain is reduced. Without a token, the chain ends when work of its store ends because the store goes.
/// - An error that a plan throws is reported and ends the chain, unless the chain is ``continuingAfterErrors()``.
/// - Actions at the beginning of a chain that do no work are reduced together, before anything that is dispatched
///   after the chain. After work, the next action comes behind what waits in the store at that moment.
///
/// Reducers do not see a composed action that is dispatched. One that only `map(actions:)` or a middleware makes of
/// another action is seen by reducers, which should leave the state as it is; its chain begins right after that turn.
public struct ComposedAction: ComposableAction, WorkAction {
  /// The actions, first to last. A composed one among them treats errors in another way than this one.
  public let actions: [any ComposableAction]

  /// Whether an error in one action leaves the others alone.
  public let continuesAfterErrors: Bool

  /// Puts actions together; those of a composed one among them are taken one by one.
  ///
  /// ```swift
  /// app.dispatch(ComposedAction(titles.map { Add(title: $0) }))
  /// ```
  ///
  /// - Parameters:
  ///   - actions: the actions, first to last. One that the store does not take is reported and left out.
  ///   - continuesAfterErrors: whether the next action follows where one has failed.
  public init(_ actions: [any ComposableAction], continuesAfterErrors: Bool = false) {
    self.actions = actions.flatMap { action in
      guard let chain = action as? ComposedAction, chain.continuesAfterErrors == continuesAfterErrors else {
        return [action]
      }
      return chain.actions
    }
    self.continuesAfterErrors = continuesAfterErrors
  }

  /// The same actions, where an error in one is reported and the next one follows all the same.
  ///
  /// ```swift
  /// app.dispatch((UploadLog() + Close()).continuingAfterErrors())
  /// ```
  public func continuingAfterErrors() -> ComposedAction { ComposedAction(actions, continuesAfterErrors: true) }

  public func startWork(at store: WorkContext) -> StoreSubscription? {
    if store.isGone { return nil }
    let pending = PendingWork()
    store.dispatch(self, as: pending)
    return StoreSubscription(pending)
  }
}

extension ComposedAction: ActionSeries {
  package func post<Action>(
    to actionQueue: ActionQueue<Action>, at store: WorkContext?, _ context: StoreContext,
    unless isStopped: (@Sendable () -> Bool)?, as pending: PendingWork?, then done: (@Sendable () -> Void)?
  ) {
    let chain = RunningChain(
      self, in: actionQueue, at: store, context: context, unless: isStopped, goesWithStore: pending == nil, then: done)
    pending?.begin(StoreSubscription(chain))
    chain.post()
  }

  package func begin<Action>(
    in actionQueue: ActionQueue<Action>, at store: WorkContext, unless isStopped: @escaping @Sendable () -> Bool,
    depth: Int, _ turn: borrowing Turn, then done: (@Sendable () -> Void)?
  ) -> StoreSubscription? {
    let isInPlace = depth < RunningChain<Action>.greatestDepth
    // A chain that is posted has no step before its token is where it can be ended.
    let chain = RunningChain(
      self, in: actionQueue, at: store, context: store.context, unless: isInPlace ? isStopped : nil,
      depth: isInPlace ? depth : 0, goesWithStore: false, then: done)
    if isInPlace { chain.performNext(turn) } else { chain.post() }
    return chain.isEnded ? nil : StoreSubscription(chain)
  }
}
