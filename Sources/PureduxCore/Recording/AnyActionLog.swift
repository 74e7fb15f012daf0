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
  /// The latest of the paths that a store's actions took.
  func path(of store: UInt64) -> UInt32?
  /// Posts an action of the store with this path. False where it is of another type, or where no action was dispatched
  /// there.
  func dispatch(_ action: any Sendable, by path: UInt32) -> Bool
}
