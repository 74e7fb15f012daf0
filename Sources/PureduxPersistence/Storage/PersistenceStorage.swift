public import Foundation

/// Where the bytes of a state are kept.
///
/// An archive calls it from one thread at a time, writes only while it holds the claim, and must not be called by it.
public protocol PersistenceStorage: Sendable {
  /// How the storage is called in errors.
  var name: String { get }

  /// Takes the sole right to write, until the claim is released; throws `.heldElsewhere` when it is taken.
  func claim() throws(PersistenceError) -> PersistenceClaim

  /// What was written last; nil when nothing ever was.
  func read() throws(PersistenceError) -> Data?

  /// Replaces what is there, entirely or not at all.
  func write(_ data: Data) throws(PersistenceError)

  /// Moves what is there out of the way, and says where it is now.
  func setAside() throws(PersistenceError) -> String
}

/// The sole right to write to a storage; it ends when this is released.
public final class PersistenceClaim: Sendable {
  private let end: @Sendable () -> Void

  /// `end` is called once, when the claim is released.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
