/// An action that starts work after being reduced.
///
/// Other modules conform actions, such as plans and async actions, to this protocol. Applications should use plans,
/// async actions or effects instead of conforming their own types to this protocol.
public protocol WorkAction: Sendable {
  /// Starts the work after the action has been reduced and published.
  ///
  /// Called inside the turn, so this method must not block.
  ///
  /// - Parameter store: The store that received the action, directly or through an embedding.
  /// - Returns: A token that ends the work, for the caller of `start`; nil if the work has already ended, so that there
  ///   is nothing to cancel and nothing for `send` to wait for.
  func startWork(at store: WorkContext) -> StoreSubscription?
}

/// An action that represents a series of other actions, each with its own turn.
package protocol ActionSeries: WorkAction {
  /// Posts the actions to a store, as `dispatch` does.
  ///
  /// - Parameters:
  ///   - actionQueue: The queue of the store.
  ///   - store: The store that the actions' work belongs to; nil if the store was released, in which case no work is
  ///     started.
  ///   - context: The context of the store.
  ///   - isStopped: Called before each action; once it returns true, no further action is reduced.
  ///   - pending: Receives a token that ends the series. If `pending` is nil, the work of the actions ends with the
  ///     store.
  ///   - done: Called when the last action has been reduced and published, or can no longer be reduced.
  func post<Action>(
    to actionQueue: ActionQueue<Action>, at store: WorkContext?, _ context: StoreContext,
    unless isStopped: (@Sendable () -> Bool)?, as pending: PendingWork?, then done: (@Sendable () -> Void)?)

  /// Begins the series: performs the first actions in the current turn.
  ///
  /// - Parameters:
  ///   - actionQueue: The queue of the store.
  ///   - store: The store that the actions' work belongs to.
  ///   - isStopped: Called before each action; once it returns true, no further action is reduced.
  ///   - depth: The number of enclosing series.
  ///   - turn: The current turn.
  ///   - done: Called when the last action has been reduced and published, or can no longer be reduced.
  /// - Returns: A token that ends the series; nil if the series has already ended.
  func begin<Action>(
    in actionQueue: ActionQueue<Action>, at store: WorkContext, unless isStopped: @escaping @Sendable () -> Bool,
    depth: Int, _ turn: borrowing Turn, then done: (@Sendable () -> Void)?
  ) -> StoreSubscription?
}

/// A non-owning, type-erased handle to the store that work belongs to.
public struct WorkContext: Sendable {
  /// The context of the store's work.
  package let context: StoreContext
  private let store: any AnyWeakStore
  /// The event that caused the work.
  private let cause: EventCause
  /// Once this flag is raised, actions that the work has dispatched are dropped in their turns.
  let closed: AtomicFlag?

  init(context: StoreContext, store: any AnyWeakStore, cause: EventCause = .none, unless closed: AtomicFlag? = nil) {
    self.context = context
    self.store = store
    self.cause = cause
    self.closed = closed
  }

  /// A context for the same store, for work that the current turn starts.
  var fromHere: WorkContext { WorkContext(context: context, store: store, cause: .here, unless: closed) }

  /// Returns a context for the same store, for work whose actions are dropped once `closed` is raised.
  package func unless(_ closed: AtomicFlag?) -> WorkContext {
    WorkContext(context: context, store: store, cause: cause, unless: closed ?? self.closed)
  }

  /// Whether the store has been released.
  package var isGone: Bool { store.stateType == nil }

  /// Returns the store's state, if the store still exists and its state has this type.
  package func state<State>(as type: State.Type = State.self) -> State? { store.anyState() as? State }

  /// Returns whether the store exists and its state is not a `State`; `State` may be a protocol type.
  package func isOther<State>(than type: State.Type) -> Bool {
    guard let stateType = store.stateType, stateType != type, let state = store.anyState() else { return false }
    return !(state is State)
  }

  /// Dispatches an action to the store, unless the store was released. An action of a type that the store does not
  /// accept is dropped and reported.
  public func dispatch(_ action: any Sendable) {
    if let closed { return dispatch(action, unless: closed) }
    cause.inForce { store.dispatch(any: action) }
  }

  /// Dispatches an action, and returns when it has been reduced and published, or dropped.
  package func send(_ action: any Sendable) async {
    await Signal.awaited { done in cause.inForce { store.post(any: action, unless: closed, then: done) } }
  }

  /// Dispatches an action that is dropped if `closed` is raised before its turn.
  package func dispatch(_ action: any Sendable, unless closed: AtomicFlag) {
    cause.inForce { store.post(any: action, unless: closed, then: nil) }
  }

  /// Like `dispatch`, but returns when the action has been reduced and published, or dropped.
  package func send(_ action: any Sendable, unless closed: AtomicFlag) async {
    await Signal.awaited { done in cause.inForce { store.post(any: action, unless: closed, then: done) } }
  }

  /// Dispatches a series of actions, which stops once `closed` is raised.
  ///
  /// - Parameters:
  ///   - series: The actions.
  ///   - closed: Once this flag is raised, the remaining actions are dropped.
  ///   - pending: Receives the series, so that cancelling `pending` ends the series. `pending` is cancelled if the
  ///     store was released.
  package func dispatch(_ series: any ActionSeries, unless closed: AtomicFlag? = nil, as pending: PendingWork) {
    cause.inForce { store.post(series, unless: closed, as: pending, then: nil) }
  }

  /// Like `dispatch`, but returns when the last action has been published or the series has ended early.
  package func send(_ series: any ActionSeries, unless closed: AtomicFlag, as pending: PendingWork) async {
    await Signal.awaited { done in cause.inForce { store.post(series, unless: closed, as: pending, then: done) } }
  }

  /// Ends `work` when the store ends.
  package func keep(_ work: any Cancellable) { store.keep(any: work) }

  /// A new number that identifies a run of work in the tree.
  package var nextRun: UInt64 { store.nextRun }

  /// A closure that notifies the tree's taps and turn observer of the work's events. The closure can be called even
  /// after the store is released.
  package var teller: @Sendable (StoreEvent.Kind) -> Void {
    { [cause, teller = store.teller] kind in cause.inForce { teller(kind) } }
  }
}

extension StoreNode {
  package var workContext: WorkContext { WorkContext(context: context, store: WeakStore(self)) }
}

/// A type-erased weak handle to a store.
protocol AnyWeakStore: Sendable {
  /// The type of the store's state; nil if the store was released.
  var stateType: Any.Type? { get }
  func anyState() -> (any Sendable)?
  func dispatch(any action: any Sendable)
  func post(any action: any Sendable, unless closed: AtomicFlag?, then done: (@Sendable () -> Void)?)
  func post(
    _ series: any ActionSeries, unless closed: AtomicFlag?, as pending: PendingWork, then done: (@Sendable () -> Void)?)
  func keep(any work: any Cancellable)
  var nextRun: UInt64 { get }
  var teller: @Sendable (StoreEvent.Kind) -> Void { get }
}

extension WeakStore: AnyWeakStore {
  var stateType: Any.Type? { strong() == nil ? nil : State.self }

  func anyState() -> (any Sendable)? { state }

  func dispatch(any action: any Sendable) {
    guard let action = expected(action) else { return }
    strong()?.dispatch(action)
  }

  func post(any action: any Sendable, unless closed: AtomicFlag?, then done: (@Sendable () -> Void)?) {
    guard let action = expected(action), let store = strong() else { return done?() ?? () }
    store.node.post(action, unless: closed, then: done)
  }

  func post(
    _ series: any ActionSeries, unless closed: AtomicFlag?, as pending: PendingWork, then done: (@Sendable () -> Void)?
  ) {
    guard let node = strong()?.node else {
      pending.cancel()
      return done?() ?? ()
    }
    node.post(series, unless: closed, as: pending, then: done)
  }

  func keep(any work: any Cancellable) {
    guard let store = strong() else { return work.cancel() }
    store.node.keep(work)
  }

  var nextRun: UInt64 { strong()?.node.tree.nextNumber() ?? 0 }

  var teller: @Sendable (StoreEvent.Kind) -> Void {
    guard let actionQueue = strong()?.node.actionQueue else { return { _ in } }
    return { [tree = actionQueue.tree, store = actionQueue.store] in tree.post($0, of: store) }
  }

  private func expected(_ action: any Sendable) -> Action? {
    if let action = action as? Action { return action }
    report(.wrongActionType(action: "\(action)", type: "\(type(of: action))", expected: "\(Action.self)"))
    return nil
  }
}
