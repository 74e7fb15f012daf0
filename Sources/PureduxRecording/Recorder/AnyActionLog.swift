package import PureduxCore

/// A type-erased log of actions.
package protocol AnyActionLog: AnyObject {
  var count: Int { get }
  var actionType: Any.Type { get }
  /// Returns a copy of the log that does not receive later actions.
  func copied() -> any AnyActionLog
  /// Reduces the log's actions at `indices`, all of which took the same reduction path.
  func reduce(_ indices: Range<Int>, by path: UInt32, _ turn: borrowing Turn, _ locked: borrowing LockToken)
  func action(at index: Int) -> any Sendable
  func store(of path: UInt32) -> UInt64
  /// Returns the name that a store had when its actions were recorded.
  func name(of store: UInt64) -> String?
  /// Returns the reduction path that a store's latest actions took.
  func path(of store: UInt64) -> UInt32?
  /// Posts an action to the store of this path, without starting the action's work.
  ///
  /// Returns false if the action's type is not the log's action type, or if no action of this log was dispatched to the
  /// store.
  func dispatch(_ action: any Sendable, by path: UInt32) -> Bool
  /// All actions in the log, as a `ContiguousArray` of the action type.
  var allActions: any Sendable { get }
  /// The number of different paths that the log's actions took. Paths are numbered from 0.
  var pathCount: Int { get }
  /// The cells changed by the actions on a path, from the store's own cell upward. The result is empty if the log has
  /// no actions.
  func cells(on path: UInt32) -> [any ReplayableCell]
  /// Returns a copy of the log with each action replaced by the result of `change`.
  ///
  /// If the result's type is not the action type, the original action is kept.
  func changed(_ change: (any Sendable) -> Any) -> any AnyActionLog
}

extension ActionLog: AnyActionLog {
  package var count: Int { actions.count }
  package var actionType: Any.Type { Action.self }
  package var allActions: any Sendable { actions }
  package var pathCount: Int { paths.count }
  package func action(at index: Int) -> any Sendable { actions[index] }
  package func store(of path: UInt32) -> UInt64 { paths[path].store }
  package func name(of store: UInt64) -> String? { paths.name(of: store) }
  package func path(of store: UInt64) -> UInt32? { paths.index(of: store) }
  package func copied() -> any AnyActionLog { copy() }

  package func reduce(_ indices: Range<Int>, by path: UInt32, _ turn: borrowing Turn, _ locked: borrowing LockToken) {
    reducing(actions, indices, paths[path].reduce, turn, locked)
  }

  package func dispatch(_ action: any Sendable, by path: UInt32) -> Bool {
    (action as? Action).map { dispatch($0, by: path) } ?? false
  }

  package func cells(on path: UInt32) -> [any ReplayableCell] {
    guard let action = actions.first else { return [] }
    let reduce = paths[path].reduce
    return StandIns.cellsChanged { turn, locked in reduce(action, turn, locked) }
  }

  package func changed(_ change: (any Sendable) -> Any) -> any AnyActionLog {
    let log = copy()
    for index in log.actions.indices {
      if let action = change(log.actions[index]) as? Action { log.actions[index] = action }
    }
    return log
  }

  private func copy() -> ActionLog {
    let log = ActionLog(key, of: tree, index: index, capacity: 0, reducing)
    (log.actions, log.paths) = (actions, paths)
    return log
  }
}

extension StandIns {
  /// Returns the cells that `reduce` would change, in order. Runs no reducer.
  package static func cellsChanged(
    by reduce: (borrowing Turn, borrowing LockToken) -> Void
  ) -> [any ReplayableCell] {
    var cells: [any ReplayableCell] = []
    let note = { (cell: any ReplayableCell) -> (any ReplayedCell)? in
      cells.append(cell)
      return nil
    }
    withoutActuallyEscaping(note) { note in StandIns(note).run(reduce) }
    return cells
  }
}
