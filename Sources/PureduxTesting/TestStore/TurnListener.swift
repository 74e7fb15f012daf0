/// A receiver of the turns of a tree.
protocol TurnListener: AnyObject, Sendable {
  var tree: Identity { get }
  /// Called after a turn, with the number of its action; nil if it had none.
  func goOn(by record: Int?)
}
