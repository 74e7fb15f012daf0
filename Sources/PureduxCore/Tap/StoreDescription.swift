/// What a store is, for tools that show the tree.
public struct StoreDescription: Sendable, Hashable {
  /// The store above; nil for a root.
  public let parent: StoreID?
  /// The type of the store's own state: of a child, its local state.
  public let stateType: String
  /// The type of its actions.
  public let actionType: String
}

extension StoreDescription: CustomStringConvertible {
  public var description: String { "store of \(stateType)" }
}
