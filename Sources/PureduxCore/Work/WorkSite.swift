/// The store that work belongs to, as far as work may know it: it keeps the store alive no longer than it lives.
public struct WorkSite: Sendable {
  /// What is in force for the store's work.
  public let context: StoreContext
  let store: any WorkStore

  /// The store's state, if it still exists and has this type.
  public func state<State>(as type: State.Type = State.self) -> State? { store.anyState() as? State }

  /// Dispatches an action to the store, unless it is gone. One of a type that the store does not take is reported.
  public func dispatch(_ action: any Sendable) { store.dispatch(any: action) }

  /// Dispatches an action, and returns when it has been reduced and published.
  public func send(_ action: any Sendable) async { await store.send(any: action) }

  /// Tells the tree's tap about the work.
  package func tell(_ kind: StoreEvent.Kind) { store.tell(kind) }

  /// Has the work end when the store goes.
  package func keep(_ work: any Ending) { store.keep(any: work) }
}

/// A store whose types have been forgotten.
protocol WorkStore: Sendable {
  func anyState() -> (any Sendable)?
  func dispatch(any action: any Sendable)
  func send(any action: any Sendable) async
  func tell(_ kind: StoreEvent.Kind)
  func keep(any work: any Ending)
}

extension WeakStore: WorkStore {
  func anyState() -> (any Sendable)? { state }

  func dispatch(any action: any Sendable) {
    guard let action = expected(action) else { return }
    strong()?.dispatch(action)
  }

  func send(any action: any Sendable) async {
    guard let action = expected(action) else { return }
    await strong()?.send(action)
  }

  func tell(_ kind: StoreEvent.Kind) {
    guard let lane = strong()?.node.lane else { return }
    lane.tree.post(kind, of: lane.store)
  }

  func keep(any work: any Ending) {
    guard let store = strong() else { return work.end() }
    store.node.keep(work)
  }

  private func expected(_ action: any Sendable) -> Action? {
    if let action = action as? Action { return action }
    report(.wrongActionType(action: "\(action)", type: "\(type(of: action))", expected: "\(Action.self)"))
    return nil
  }
}
