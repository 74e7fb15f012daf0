/// An action that starts something of its own once it has been reduced.
public protocol WorkAction: Sendable {
  /// Starts the work, after the action has been reduced and published. Called inside the turn, so it must not
  /// wait. What it returns ends the work; it is handed to whoever called `start`, else it goes with the store.
  func startWork(at site: WorkSite) -> StoreSubscription?
}

/// The store that work belongs to, as far as work may know it: it keeps the store alive no longer than it lives.
public struct WorkSite: Sendable {
  /// What is in force for the store's work.
  public let context: StoreContext
  let store: any WorkStore

  /// The store's state, if it still exists and has this type.
  public func state<State>(as type: State.Type = State.self) -> State? { store.anyState() as? State }

  /// Whether the store still exists and its state has another type.
  package func isOther<State>(than type: State.Type) -> Bool { store.stateType.map { $0 != type } ?? false }

  /// Dispatches an action to the store, unless it is gone. One of a type that the store does not take is reported.
  public func dispatch(_ action: any Sendable) { store.dispatch(any: action) }

  /// Dispatches an action that counts only if `closed` is still down when its turn comes.
  package func dispatch(_ action: any Sendable, unless closed: AtomicFlag) {
    store.dispatch(any: action, unless: closed, then: nil)
  }

  /// Dispatches an action that counts only if `closed` is still down when its turn comes, and waits for that.
  package func send(_ action: any Sendable, unless closed: AtomicFlag) async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      store.dispatch(any: action, unless: closed, then: { done.fire() })
    }
  }

  /// Dispatches an action, and returns when it has been reduced and published.
  public func send(_ action: any Sendable) async { await store.send(any: action) }

  /// Tells the tree's tap about the work, the end included that comes with the store's.
  package var teller: @Sendable (StoreEvent.Kind) -> Void { store.teller }

  /// Has the work end when the store goes.
  package func keep(_ work: any Endable) { store.keep(any: work) }
}

/// A store whose types have been forgotten.
protocol WorkStore: Sendable {
  /// Nil when the store is gone.
  var stateType: Any.Type? { get }
  func anyState() -> (any Sendable)?
  func dispatch(any action: any Sendable)
  func send(any action: any Sendable) async
  func dispatch(any action: any Sendable, unless closed: AtomicFlag, then done: (@Sendable () -> Void)?)
  var teller: @Sendable (StoreEvent.Kind) -> Void { get }
  func keep(any work: any Endable)
}

extension WeakStore: WorkStore {
  var stateType: Any.Type? { strong() == nil ? nil : State.self }

  func anyState() -> (any Sendable)? { state }

  func dispatch(any action: any Sendable) {
    guard let action = expected(action) else { return }
    strong()?.dispatch(action)
  }

  func dispatch(any action: any Sendable, unless closed: AtomicFlag, then done: (@Sendable () -> Void)?) {
    guard let action = expected(action), let store = strong() else { return }
    store.node.post(action, unless: closed, then: done)
  }

  func send(any action: any Sendable) async {
    guard let action = expected(action) else { return }
    // Not by the handle's own `send`, which would keep the store alive meanwhile.
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      strong()?.node.post(action, then: { done.fire() })
    }
  }

  var teller: @Sendable (StoreEvent.Kind) -> Void {
    guard let actionQueue = strong()?.node.actionQueue else { return { _ in } }
    return { [tree = actionQueue.tree, store = actionQueue.store] in tree.post($0, of: store) }
  }

  func keep(any work: any Endable) {
    guard let store = strong() else { return work.end() }
    store.node.keep(work)
  }

  private func expected(_ action: any Sendable) -> Action? {
    if let action = action as? Action { return action }
    report(.wrongActionType(action: "\(action)", type: "\(type(of: action))", expected: "\(Action.self)"))
    return nil
  }
}
