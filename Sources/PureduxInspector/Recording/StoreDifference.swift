public import PureduxDifference

/// What an event changed in the own state of one store.
public struct StoreDifference: Sendable {
  /// The number of the store in its tree.
  public let store: UInt64
  /// From the state before the event to the one after it.
  public let difference: Difference
}
