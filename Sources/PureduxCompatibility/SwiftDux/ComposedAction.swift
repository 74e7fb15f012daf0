public import PureduxCore
public import PureduxEffects

/// An action that can be combined with other actions, for stores whose `Action` is a protocol.
///
/// Chains of actions come from SwiftDux. In new code, send the actions one after another in an `ActionPlan`.
///
/// ```swift
/// protocol PageAction: ComposableAction {}
/// extension ComposedAction: PageAction {}
/// ```
///
/// A store of `any PageAction` accepts a composed action like any other action:
///
/// ```swift
/// app.dispatch(Load() + Show())
/// ```
///
/// Plans and async actions can conform in the same way: `extension ActionPlan: PageAction {}`.
public protocol ComposableAction: Sendable {}

extension ActionPlan: ComposableAction {}

/// Returns a chain of two actions, in which `second` starts when `first` has ended.
///
/// ```swift
/// await app.send(Open() + Select(id: 1))
/// ```
///
/// - Parameters:
///   - first: An action, a plan, an async action or a composed action.
///   - second: Starts when `first` has been reduced, its work has ended, and the actions that the work dispatched have
///     been reduced.
/// - Returns: A single action that represents both actions; see ``ComposedAction`` for awaiting, cancelling and errors.
public func + (first: any ComposableAction, second: any ComposableAction) -> ComposedAction {
  ComposedAction([first, second])
}

/// A chain of actions that run one after another.
///
/// Create a chain with `+`. Each action is reduced in its own turn. An action has ended when it has been reduced, its
/// work (a plan or an async action) has ended, and the actions that the work dispatched have been reduced. The next
/// action starts only when the previous action has ended.
///
/// ```swift
/// app.dispatch(LoadProfile() + ShowProfile())
/// let token = app.start((LoadProfile() + LoadFriends()).continuingAfterErrors())
/// ```
///
/// - `store.send(_:)` returns when the state that results from the last action has been published, or when the chain
///   has ended early.
/// - Cancelling the token that `store.start(_:)` returns ends the chain: the current work is cancelled, and no later
///   action in the chain is reduced. Without a token, the chain ends when the store ends.
/// - An error thrown by a plan is reported, and ends the chain unless the chain was created by
///   ``continuingAfterErrors()``.
/// - Leading actions without work are reduced before any action that is dispatched after the chain. After an action
///   with work, the next action is appended to the store's queue.
///
/// A dispatched composed action is not passed to reducers. If `map(actions:)` or a middleware creates a composed action
/// from another action, the composed action is passed to reducers, which should ignore it. The chain begins right after
/// the turn in which reducers receive the composed action.
public struct ComposedAction: ComposableAction, WorkAction {
  /// The actions of the chain, in order. A nested composed action is kept only if it handles errors differently from
  /// this chain; otherwise, it is flattened.
  package let actions: [any ComposableAction]

  /// Whether the chain continues after an error in one of its actions.
  package let continuesAfterErrors: Bool

  /// Combines actions into one chain; nested chains become part of it.
  ///
  /// ```swift
  /// app.dispatch(ComposedAction(titles.map { Add(title: $0) }))
  /// ```
  ///
  /// - Parameter actions: The actions of the chain, in order. An action that the store does not accept is reported and
  ///   omitted.
  public init(_ actions: [any ComposableAction]) { self.init(actions, continuesAfterErrors: false) }

  package init(_ actions: [any ComposableAction], continuesAfterErrors: Bool) {
    self.actions = actions.flatMap { action in
      guard let chain = action as? ComposedAction, chain.continuesAfterErrors == continuesAfterErrors else {
        return [action]
      }
      return chain.actions
    }
    self.continuesAfterErrors = continuesAfterErrors
  }

  /// Returns a copy of this chain that continues after errors.
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
    // A posted chain does not need the `isStopped` closure: its token exists before the chain begins, and cancelling
    // the token ends the chain.
    let chain = RunningChain(
      self, in: actionQueue, at: store, context: store.context, unless: isInPlace ? isStopped : nil,
      depth: isInPlace ? depth : 0, goesWithStore: false, then: done)
    if isInPlace { chain.performNext(turn) } else { chain.post() }
    return chain.isEnded ? nil : StoreSubscription(chain)
  }
}

#if compiler(>=6.2)
  /// A sequence of actions that a plan may return, for a program's own type of plan. The sequence stays in the plan's
  /// task, so it need not be `Sendable`.
  public typealias PlanActions = AsyncSequence & SendableMetatype
#else
  /// A sequence of actions that a plan may return, for a program's own type of plan. The sequence stays in the plan's
  /// task, so it need not be `Sendable`.
  public typealias PlanActions = AsyncSequence
#endif
