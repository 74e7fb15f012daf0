internal import PureduxRecording

/// A store in which recorded actions are reduced again, whatever its types are.
protocol SessionTarget: Sendable {
  var tree: StoreTree { get }
  var store: UInt64 { get }
  var name: String? { get }
  var actionType: String { get }
  /// The cell of the store's own state.
  var ownCell: (any ReplayableCell)? { get }
  func action(_ value: SessionValue) -> (any Sendable)?
  func cells(for action: any Sendable, isLevel: Bool) -> [any ReplayableCell]
  func reduce(_ action: any Sendable, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken)
}

/// A type that has a target: a store.
protocol HasSessionTarget {
  var sessionTarget: any SessionTarget { get }
}

extension StateStore: HasSessionTarget {
  var sessionTarget: any SessionTarget { StoreTarget<Action>(node) }
}

private struct StoreTarget<Action: Sendable>: SessionTarget {
  private let target: ReplayTarget<Action>
  let tree: StoreTree
  let name: String?
  let ownCell: (any ReplayableCell)?

  init<State>(_ node: StoreNode<State, Action>) {
    target = ReplayTarget(node)
    tree = node.tree
    name = node.tree.name(of: target.store)
    ownCell = ReplayTarget.ownCell(of: node)
  }

  var store: UInt64 { target.store }
  var actionType: String { "\(Action.self)" }

  func action(_ value: SessionValue) -> (any Sendable)? { value.decoded(as: Action.self) }

  func cells(for action: any Sendable, isLevel: Bool) -> [any ReplayableCell] {
    (action as? Action).map { target.cells(for: $0, isLevel: isLevel) } ?? []
  }

  func reduce(_ action: any Sendable, isLevel: Bool, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    if let action = action as? Action { target.reduce(action, isLevel: isLevel, turn, locked) }
  }
}
