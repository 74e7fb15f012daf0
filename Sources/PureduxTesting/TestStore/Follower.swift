/// Follows the state of one store: how far it has been told, and what has become of it since.
final class Follower<State: Sendable>: Following {
  private struct Step: Sendable {
    /// The number of the action; nil where the state was replaced without one.
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

  /// The state after what has been told so far. What replaced it without an action need not be told.
  var state: State {
    content.withLock { content in
      let replaced = content.ahead.prefix { $0.record == nil }
      if let last = replaced.last { content.told = last.state }
      content.ahead.removeFirst(replaced.count)
      return content.told
    }
  }

  /// Tells the action with this number. Returns the state right after it; another tree's action changes nothing.
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
}

/// One that is told of a tree's turns.
protocol Following: AnyObject, Sendable {
  var tree: Identity { get }
  /// A turn is over: that of the action with this number, or of none.
  func goOn(by record: Int?)
}
