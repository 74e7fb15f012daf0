/// The exclusive right to write to a storage. It ends when this value is released.
///
/// ```swift
/// func claim() throws(PersistenceError) -> PersistenceClaim {
///   guard connection.beginExclusive() else { throw PersistenceError(.heldElsewhere, storage: name, details: "in use") }
///   return PersistenceClaim { [connection] in connection.endExclusive() }
/// }
/// ```
///
/// A storage without other writers returns `PersistenceClaim {}`.
public final class PersistenceClaim: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a claim. `end` is called once, on the thread that releases the claim.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
