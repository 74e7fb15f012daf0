public import Foundation

/// Where the bytes of a state are kept.
///
/// A type of your own keeps them in a database, in the user's defaults, or on a server that answers at once:
///
/// ```swift
/// struct DefaultsStorage: PersistenceStorage {
///   let name: String
///
///   func claim() -> PersistenceClaim { PersistenceClaim {} }
///   func read() -> Data? { UserDefaults.standard.data(forKey: name) }
///
///   func write(_ data: Data, keepingOld: Bool) -> String? {
///     let old = keepingOld ? "\(name).old" : nil
///     if let old { UserDefaults.standard.set(read(), forKey: old) }
///     UserDefaults.standard.set(data, forKey: name)
///     return old
///   }
/// }
/// ```
///
/// An archive calls it from one thread at a time, writes only while it holds the claim, and must not be called by it.
public protocol PersistenceStorage: Sendable {
  /// What errors call the storage by.
  var name: String { get }

  /// Takes the sole right to write, until the claim is released; throws `.heldElsewhere` when it is taken.
  func claim() throws(PersistenceError) -> PersistenceClaim

  /// Returns what was written last; nil when nothing ever was.
  ///
  /// It changes nothing. What is there and cannot be read now is an error, so that it is read again later: `.notPermitted`
  /// where the system does not let this process read, `.failed` for the rest.
  func read() throws(PersistenceError) -> Data?

  /// Replaces what is there, entirely or not at all.
  ///
  /// Throws `.claimLost` when the claim does not hold any more; the archive then claims the storage again.
  /// - Parameters:
  ///   - data: The bytes to write.
  ///   - keepingOld: Whether the old bytes could not be used and are to be kept elsewhere.
  /// - Returns: The place of the old bytes, if they were kept.
  func write(_ data: Data, keepingOld: Bool) throws(PersistenceError) -> String?
}
