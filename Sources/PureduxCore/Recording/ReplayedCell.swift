/// One state of a replay, whatever its type is.
@usableFromInline
package protocol ReplayedCell: AnyObject {
  /// The live cell. It is kept alive, so that its address stands for it alone.
  var liveCell: any ReplayableCell { get }
  var anyValue: Any { get }
  /// The same state, of which changes are not seen here.
  func copied() -> any ReplayedCell
}
