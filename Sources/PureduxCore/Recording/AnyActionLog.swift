/// The actions of one type in a chunk of a recording.
@usableFromInline
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
  /// Posts an action of the store with this path. False where it is of another type, or where no action was dispatched
  /// there.
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
