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

  /// Advances to the action with this record number, and returns the state after that action.
  ///
  /// An action of another tree leaves the state unchanged.
  @discardableResult
  func move(to record: Int) -> State {
    content.withLock { content in
      if let index = content.ahead.firstIndex(where: { $0.record == record }) {
        content.told = content.ahead[index].state
        content.ahead.removeFirst(index + 1)
      }
      return content.told
    }
  }

  /// Advances past consecutive actions.
  func move(past records: [EventHistory.Record]) {
    guard let last = records.last?.number else { return }
    content.withLock { content in
      guard let index = content.ahead.lastIndex(where: { $0.record.map { $0 <= last } == true }) else { return }
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
}
