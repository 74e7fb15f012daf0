/// Tracks the state of one store: the last state that the test has described, and later changes.
final class StateTracker<State: Sendable>: TurnListener {
  private struct Step: Sendable {
    /// The number of the action's record; nil if the state was replaced without an action.
    let record: Int?
    let state: State
  }

  private struct Content: Sendable {
    var told: State
    var ahead: [Step] = []
  }

  let tree: Identity
  private let read: @Sendable () -> State
  private let content: Guarded<Content>

  init<Action>(_ store: StateStore<State, Action>) {
    tree = store.id.tree
    read = { store.state }
    content = Guarded(Content(told: store.state))
  }

  func goOn(by record: Int?) {
    let step = Step(record: record, state: read())
    content.withLock { $0.ahead.append(step) }
  }

  /// The state after the steps described so far. If the state is replaced without an action, the test need not describe
  /// the change.
  var state: State {
    content.withLock { content in
      let replaced = content.ahead.prefix { $0.record == nil }
      if let last = replaced.last { content.told = last.state }
      content.ahead.removeFirst(replaced.count)
      return content.told
    }
  }

  /// The state after the last action that was described, even if the state has been replaced since then.
  var described: State { content.withLock { $0.told } }

  func move(to record: Int) {
    content.withLock { content in
      guard let index = content.ahead.lastIndex(where: { $0.record.map { $0 <= record } == true }) else { return }
      content.told = content.ahead[index].state
      content.ahead.removeFirst(index + 1)
    }
  }
}

/// An object that is notified of the turns of a tree.
protocol TurnListener: AnyObject, Sendable {
  var tree: Identity { get }
  /// Called after a turn, with the number of the action's record, or nil if the turn had no action.
  func goOn(by record: Int?)
  /// Called when a step of any test store in the context has described the actions up to this record, or passed over
  /// them. An action of another tree leaves the state unchanged.
  func move(to record: Int)
}
