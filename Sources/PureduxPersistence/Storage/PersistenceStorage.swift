public import Foundation

/// Storage for the bytes of a state.
///
/// Custom storage can keep the bytes in a database, on a server that responds synchronously, or, as in this example, in
/// `UserDefaults`:
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
/// An archive calls the storage from one thread at a time, and writes only while it holds the claim. The storage must
/// not call the archive.
public protocol PersistenceStorage: Sendable {
  /// The name that identifies the storage in error messages.
  var name: String { get }

  /// Acquires the exclusive right to write until the claim is released. Throws `.heldElsewhere` if the right is already
  /// held.
  func claim() throws(PersistenceError) -> PersistenceClaim

  /// Returns the most recently written bytes, or nil if none have been written.
  ///
  /// Reading must not change the storage. If existing bytes are currently unreadable, throw `.notPermitted` if the
  /// system does not permit reading, and `.failed` otherwise; reading is then retried.
  func read() throws(PersistenceError) -> Data?

  /// Atomically replaces the contents of the storage.
  ///
  /// Throws `.claimLost` if the claim is no longer valid; the archive then claims the storage again.
  /// - Parameters:
  ///   - data: The bytes to write.
  ///   - keepingOld: Whether the old bytes are unusable and must be set aside.
  /// - Returns: The location of the old bytes if they were set aside; otherwise nil.
  func write(_ data: Data, keepingOld: Bool) throws(PersistenceError) -> String?
}

/// The exclusive right to write to storage. Releasing this value ends the claim.
///
/// ```swift
/// func claim() throws(PersistenceError) -> PersistenceClaim {
///   guard connection.beginExclusive() else { throw PersistenceError(.heldElsewhere, storage: name, details: "in use") }
///   return PersistenceClaim { [connection] in connection.endExclusive() }
/// }
/// ```
///
/// Storage that has no other writers returns `PersistenceClaim {}`.
public final class PersistenceClaim: Sendable {
  private let end: @Sendable () -> Void

  /// Creates a claim. `end` is called once, on the thread that releases the claim.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

/// How long an archive holds the exclusive right to write to its storage.
///
/// ```swift
/// let shared = Archive<Notes>(FileStorage(url), claim: .whileSaving)
/// ```
public enum ClaimDuration: Hashable, Sendable {
  /// The claim lasts until the archive is released. The claim begins with the call to `persist` or the first save,
  /// whichever comes first. A second archive's claim is rejected immediately.
  case always
  /// The claim lasts only while a state is being saved.
  ///
  /// Use this case for a file that an application shares with its extensions: iOS terminates an application that is
  /// suspended while it holds a lock on a file in an app group. The storage is read before each save. A state that
  /// another process has saved since the last access is handled as specified by `late:` instead of being overwritten.
  case whileSaving
}

/// The result of reading from storage.
enum ReadingResult<State: Sendable>: Sendable {
  case found(State)
  /// The storage is empty, or its contents are unusable.
  case nothing
  /// The storage is currently unreadable.
  case failed
}

/// The result of saving a state.
enum SavingResult: Sendable {
  case saved
  case failed
  /// The stored state must be read before a state can be saved.
  case unread
}

/// What a `StorageHolder` knows about the stored contents. Determines whether saving may overwrite them.
enum KnownContents<Mark: Hashable & Sendable> {
  /// The contents were never requested, so saving a state replaces them.
  case unasked
  /// This holder has read or written the contents, which have one of these marks.
  ///
  /// There may be several marks, because a failed save may nevertheless have changed the contents. A nil mark means
  /// that the storage is empty.
  case one(of: Set<Mark?>)
  /// The contents are unusable, in whole or in part, and are set aside when a state is saved.
  ///
  /// A failed save may have replaced them by contents with one of the other marks.
  case unusable(Mark, PersistenceError, or: Set<Mark> = [])
  /// The storage contains, or may contain, a state that this holder has not read.
  case unread

  var isUnusable: Bool {
    if case .unusable = self { true } else { false }
  }
}
