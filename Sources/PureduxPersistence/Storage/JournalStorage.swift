internal import Foundation

/// A storage that supports appending.
///
/// Writing requires a claim, as for every storage. Reading requires neither a claim nor a lock.
package protocol JournalStorage: PersistenceStorage {
  /// Opens the current contents, or returns nil if the storage is empty. The source does not change when the contents
  /// are replaced.
  func source() throws(PersistenceError) -> JournalSource?

  /// Appends bytes to the contents.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - end: The offset of the first byte.
  ///   - isCut: Whether bytes after `end` are truncated first.
  ///   - isSynced: Whether the bytes survive a power failure once the method returns.
  func append(_ bytes: [UInt8], at end: UInt64, isCut: Bool, isSynced: Bool) throws(PersistenceError)

  /// Replaces the contents with the output of `fill`, entirely or not at all. Returns the location of the old bytes if
  /// they were set aside.
  func replace(
    keepingOld: Bool, _ fill: (JournalSink) throws(PersistenceError) -> Void
  ) throws(PersistenceError) -> String?

  /// Calls `changed` when the contents may have changed, for as long as the result is retained.
  ///
  /// Returns nil if notifications are not supported.
  func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch?
}

extension JournalStorage {
  package func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch? { nil }
}

/// A watch on a storage. Releasing this object ends the watch.
package final class StorageWatch: Sendable {
  private let over: AtomicFlag
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - over: Raised when later changes may go unreported.
  ///   - end: Called once, when this object is released.
  init(_ over: AtomicFlag, end: @escaping @Sendable () -> Void) { (self.over, self.end) = (over, end) }

  deinit { end() }

  /// Whether later changes may go unreported, so that another watch is needed.
  var isOver: Bool { over.isRaised }
}

/// The contents of a storage at one point in time, which can be read in parts.
package struct JournalSource: Sendable {
  let size: UInt64
  /// Distinguishes a file from its replacement; nil for a storage in memory.
  let identity: FileStatus.Identity?
  let read: @Sendable (_ offset: UInt64, _ count: Int) throws(PersistenceError) -> Data
}

/// Receives the bytes of a new file.
package struct JournalSink {
  let write: (_ bytes: [UInt8], _ offset: UInt64) throws(PersistenceError) -> Void
}
