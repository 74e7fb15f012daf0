internal import Dispatch

/// A binding of any state, action and props, as its scheduler knows it.
protocol AnyStoreBinding: AnyObject, Sendable {
  /// Later bindings have larger numbers.
  var number: UInt64 { get }
  /// Where its updates are made; nil for the main actor.
  var queue: DispatchQueue? { get }
  /// Takes the state, under the tree's lock. The result makes an update of it.
  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdate
}

/// Makes an update of a state that was taken before; nil where the state makes no difference.
typealias PendingUpdate = @Sendable () -> Update?

/// Shows what was made, if it is still wanted.
typealias Update = @MainActor @Sendable () -> Void
