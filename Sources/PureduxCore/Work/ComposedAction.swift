/// Several actions that are reduced one after another, each in a turn of its own.
///
/// Dispatching it dispatches them; `await store.send(_:)` returns when the last has been published, and the token of
/// `store.start(_:)` ends the work of all. Reducers do not see it.
///
/// One that only `map(actions:)` or a middleware makes of an action is seen by reducers, which should leave the state as
/// it is. It dispatches its actions after its turn, if the store is still there; nobody waits for them, and the token does
/// not end their work.
public struct ComposedAction: ComposableAction, WorkAction {
  /// The actions, first to last. None of them is composed.
  public let actions: [any ComposableAction]

  /// Puts actions together; those of a composed one among them are taken one by one.
  public init(_ actions: [any ComposableAction]) {
    self.actions = actions.flatMap { ($0 as? ComposedAction)?.actions ?? [$0] }
  }

  public func startWork(at site: WorkSite) -> StoreSubscription? {
    for action in actions { site.dispatch(action) }
    return nil
  }
}

extension ComposedAction {
  /// The actions for a store that takes this type; the others are reported.
  func parts<Action>(as type: Action.Type, _ context: StoreContext) -> [Action] {
    actions.compactMap { part in
      if let action = part as? Action { return action }
      context.report(.wrongActionType(action: "\(part)", type: "\(Swift.type(of: part))", expected: "\(type)"))
      return nil
    }
  }
}

extension StoreNode {
  /// Posts the actions that a composed one stands for; `done` is called after the last.
  func post(
    partsOf composed: ComposedAction, unless closed: AtomicFlag?, as running: RunningWork?,
    then done: (@Sendable () -> Void)?
  ) {
    let actions = composed.parts(as: Action.self, context)
    guard let last = actions.last else { return done?() ?? () }
    let works = actions.map { _ in running == nil ? nil : RunningWork() }
    running?.begin { StoreSubscription { for work in works { work?.end() } } }
    for (action, work) in zip(actions, works).dropLast() { post(action, unless: closed, as: work) }
    post(last, unless: closed, as: works.last ?? nil, then: done)
  }
}
