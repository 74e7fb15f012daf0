/// A store that a recording knows.
public struct RecordedStore: Sendable, Identifiable {
  /// The number of the store in its tree, as in its `StoreID`.
  public let id: UInt64
  /// What it was called with `named:`.
  public let name: String?
  /// The type of the store's own state: of a child, its local state.
  public let stateType: String
  /// Nil where the store was made before the recording began.
  public let actionType: String?
  /// The number of the store above; nil for the root, and where the store was made before the recording began.
  public let parent: UInt64?
  /// Whether its last handle was released.
  public let isGone: Bool
}
