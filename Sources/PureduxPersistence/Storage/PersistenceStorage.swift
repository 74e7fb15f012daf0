public import Foundation

/// A storage for the bytes of a state.
///
/// A custom storage keeps them in a database, in the user defaults, or on a server that answers synchronously:
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
/// An archive calls the storage from one thread at a time, and writes only while it holds the claim. A storage must not
/// call the archive.
public protocol PersistenceStorage: Sendable {
  /// The name of the storage in errors.
  var name: String { get }

  /// Takes the exclusive right to write until the claim is released; throws `.heldElsewhere` if it is taken.
  func claim() throws(PersistenceError) -> PersistenceClaim

  /// Returns the bytes that were written last; nil if there are none.
  ///
  /// Reading changes nothing. Throw an error if existing bytes cannot be read now, so that reading is retried:
  /// `.notPermitted` if the system does not permit it, `.failed` otherwise.
  func read() throws(PersistenceError) -> Data?

  /// Replaces the contents, entirely or not at all.
  ///
  /// Throws `.claimLost` if the claim is no longer valid; the archive then claims the storage again.
  /// - Parameters:
  ///   - data: The bytes to write.
  ///   - keepingOld: Whether the old bytes are unusable and have to be kept aside.
  /// - Returns: The place of the old bytes, if they were kept.
  func write(_ data: Data, keepingOld: Bool) throws(PersistenceError) -> String?
}
