/// A store whose types have been forgotten.
protocol WorkStore: Sendable {
  /// Nil when the store is gone.
  var stateType: Any.Type? { get }
  func anyState() -> (any Sendable)?
  func dispatch(any action: any Sendable)
  func send(any action: any Sendable, _ cause: EventCause) async
  func dispatch(any action: any Sendable, unless closed: AtomicFlag, then done: (@Sendable () -> Void)?)
  func dispatch(
    chain: ComposedAction, unless closed: AtomicFlag, as running: RunningWork, then done: (@Sendable () -> Void)?)
  func startChain(_ composed: ComposedAction) -> StoreSubscription?
  var teller: @Sendable (StoreEvent.Kind) -> Void { get }
  func keep(any work: any Endable)
  var nextRun: UInt64 { get }
}

extension WeakStore: WorkStore {
  var stateType: Any.Type? { strong() == nil ? nil : State.self }

  func anyState() -> (any Sendable)? { state }

  func dispatch(any action: any Sendable) {
    guard let action = expected(action) else { return }
    strong()?.dispatch(action)
  }

  func dispatch(any action: any Sendable, unless closed: AtomicFlag, then done: (@Sendable () -> Void)?) {
    guard let action = expected(action), let store = strong() else { return done?() ?? () }
    store.node.post(action, unless: closed, then: done)
  }

  func dispatch(
    chain: ComposedAction, unless closed: AtomicFlag, as running: RunningWork, then done: (@Sendable () -> Void)?
  ) {
    guard let node = strong()?.node else {
      running.end()
      return done?() ?? ()
    }
    node.post(chain: chain, unless: closed, as: running, then: done)
  }

  func startChain(_ composed: ComposedAction) -> StoreSubscription? {
    guard let node = strong()?.node else { return nil }
    let running = RunningWork()
    node.post(chain: composed, as: running)
    return StoreSubscription(running)
  }

  func send(any action: any Sendable, _ cause: EventCause) async {
    guard let action = expected(action) else { return }
    // Not by the handle's own `send`, which would keep the store alive meanwhile.
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      cause.inForce { strong()?.node.post(action, then: { done.fire() }) }
    }
  }

  var teller: @Sendable (StoreEvent.Kind) -> Void {
    guard let actionQueue = strong()?.node.actionQueue else { return { _ in } }
    return { [tree = actionQueue.tree, store = actionQueue.store] in tree.post($0, of: store) }
  }

  var nextRun: UInt64 { strong()?.node.tree.nextNumber() ?? 0 }

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
