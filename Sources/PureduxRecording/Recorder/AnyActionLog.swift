package import PureduxCore

/// A log of actions, whatever their type is.
package protocol AnyActionLog: AnyObject {
  var count: Int { get }
  var actionType: Any.Type { get }
  /// The same actions, of which later ones are not seen here.
  func copied() -> any AnyActionLog
  /// Reduces actions in a row, which took the same path.
  func reduce(_ indices: Range<Int>, by path: UInt32, _ turn: borrowing Turn, _ locked: borrowing LockToken)
  func action(at index: Int) -> any Sendable
  func store(of path: UInt32) -> UInt64
  /// The name that a store had when it was sent its actions.
  func name(of store: UInt64) -> String?
  /// The latest of the paths that a store's actions took.
  func path(of store: UInt64) -> UInt32?
  /// Posts an action of the store with this path, to be reduced by its reducers alone. False where it is of another type,
  /// or where no action was dispatched there.
  func dispatch(_ action: any Sendable, by path: UInt32) -> Bool
  /// All actions, as a `ContiguousArray` of their type.
  var allActions: any Sendable { get }
  /// The number of paths that the actions took. They are numbered from 0 on.
  var pathCount: Int { get }
  /// The cells that actions on a path change, from the store's own up. There has to be an action.
  func cells(on path: UInt32) -> [any ReplayableCell]
  /// The same log with other actions in the place of these; where `change` gives a value of another type, the action stays.
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
  /// The cells that `reduce` would change, in its order. No reducer runs.
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
