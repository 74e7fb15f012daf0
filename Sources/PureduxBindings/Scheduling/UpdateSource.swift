internal import Dispatch

/// What a scheduler updates: the bindings of a store that are updated together, or one of them alone.
protocol UpdateSource: AnyObject, Sendable {
  /// Later ones have larger numbers.
  var number: UInt64 { get }
  /// Where its updates are made; nil for the main actor.
  var queue: DispatchQueue? { get }
  /// Takes the state, under the tree's lock. The result makes the updates; nil where nothing is bound any more.
  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates?
}

/// Makes updates of a state that was taken before: none where the state makes no difference.
typealias PendingUpdates = @Sendable () -> [Update]
