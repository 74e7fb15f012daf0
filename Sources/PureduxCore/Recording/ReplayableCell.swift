/// A cell, whatever its state is, whose past can be computed again.
@usableFromInline
package protocol ReplayableCell: AnyObject, Sendable {
  /// The state that the cell has now.
  func entered(_ locked: borrowing LockToken) -> any ReplayedCell
  /// The type of the state.
  var stateType: Any.Type { get }
}

extension StateCell: ReplayableCell {
  @usableFromInline
  package func entered(_ locked: borrowing LockToken) -> any ReplayedCell { ReplayedState(read(locked), of: self) }

  @usableFromInline package var stateType: Any.Type { State.self }
}
