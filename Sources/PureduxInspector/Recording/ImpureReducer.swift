public import PureduxDifference

/// A reducer that gave another state for the same action: it reads more than its state, its action and the context.
public struct ImpureReducer: Sendable {
  /// The first event after which the states differ.
  public let event: RecordedEvent
  /// The store whose own state differs.
  public let store: UInt64
  /// From the state as it was to the one that was computed again.
  public let difference: Difference
}
