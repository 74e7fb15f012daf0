internal import Foundation
package import PureduxFiles

/// Storage that supports appending.
///
/// As with all storage, writing requires a claim. Reading requires neither a claim nor a lock.
package protocol JournalStorage: PersistenceStorage {
  /// Opens the current contents, or returns nil if the storage is empty. The returned source keeps its contents even if
  /// the contents of the storage are replaced.
  func source() throws(PersistenceError) -> JournalSource?

  /// Appends bytes to the contents of the storage.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - offset: The offset at which the first byte is written. Bytes before the end of the contents are repeated.
  ///   - cut: The size to which to truncate the contents first; nil if they are not longer than known.
  ///   - isSynced: Whether the bytes must survive a power failure after the method returns.
  func append(_ bytes: [UInt8], at offset: UInt64, cutAt cut: UInt64?, isSynced: Bool) throws(PersistenceError)

  /// Atomically replaces the contents of the storage with the output of `fill`. Returns the location of the old bytes
  /// if they were set aside.
  func replace(
    keepingOld: Bool, _ fill: (JournalSink) throws(PersistenceError) -> Void
  ) throws(PersistenceError) -> String?

  /// Calls `changed` when the storage's contents may have changed, until the returned watch is released.
  ///
  /// Returns nil if the storage does not support notifications.
  func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch?
}

extension JournalStorage {
  package func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch? { nil }
}

/// The stored contents at one point in time, which can be read in parts.
package struct JournalSource: Sendable {
  let size: UInt64
  /// Distinguishes a file from its replacement; nil for in-memory storage.
  let identity: FileStatus.Identity?
  let read: @Sendable (_ offset: UInt64, _ count: Int) throws(PersistenceError) -> Data
}

/// Receives the new contents of the storage.
package struct JournalSink {
  let write: (_ bytes: [UInt8], _ offset: UInt64) throws(PersistenceError) -> Void
}
