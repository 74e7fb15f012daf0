/// A store of a recorded session, to which something happened.
public struct SessionStore: Sendable, Identifiable, Hashable {
  /// The number of the store in its tree. The root's is the smallest.
  public let id: UInt64
  /// What it was called with `named:`.
  public internal(set) var name: String?
  /// The type of its own state: of a child, its local state. Nil where that is not known.
  public internal(set) var stateType: String?
  /// The types of the actions that were dispatched to it, and to its projections.
  public internal(set) var actionTypes: [String]
  /// The number of the store above; nil for the root, and where the store was made before the recording began.
  public internal(set) var parent: UInt64?
  /// Whether its last handle was released.
  public internal(set) var isGone = false
}

extension SessionStore: CustomStringConvertible {
  /// Its name, or else its number.
  public var description: String { name ?? "store \(id)" }
}
