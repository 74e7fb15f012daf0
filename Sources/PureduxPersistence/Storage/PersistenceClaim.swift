/// The sole right to write to a storage; it ends when this is released.
///
/// ```swift
/// func claim() throws(PersistenceError) -> PersistenceClaim {
///   guard connection.beginExclusive() else { throw PersistenceError(.heldElsewhere, storage: name, details: "in use") }
///   return PersistenceClaim { [connection] in connection.endExclusive() }
/// }
/// ```
///
/// A storage that nobody else can reach gives `PersistenceClaim {}`.
public final class PersistenceClaim: Sendable {
  private let end: @Sendable () -> Void

  /// Makes a claim; `end` is called once, when the claim is released, on the thread that released it.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
