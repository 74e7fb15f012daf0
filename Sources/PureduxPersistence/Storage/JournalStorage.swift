internal import Foundation

/// A storage to whose end bytes are added.
///
/// It is claimed as any other. Reading takes no claim and no lock.
package protocol JournalStorage: PersistenceStorage {
  /// Opens what is there; nil where there is nothing. It stays what it is where something else takes its place.
  func source() throws(PersistenceError) -> JournalSource?

  /// Writes behind what is there.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - end: Where they begin.
  ///   - isCut: Whether something may stand behind the end, which goes.
  ///   - isSynced: Whether the bytes outlast a loss of power when this returns.
  func append(_ bytes: [UInt8], at end: UInt64, isCut: Bool, isSynced: Bool) throws(PersistenceError)

  /// Replaces what is there by what `fill` writes, entirely or not at all. Returns the place of the old bytes, if they were
  /// kept.
  func replace(
    keepingOld: Bool, _ fill: (JournalSink) throws(PersistenceError) -> Void
  ) throws(PersistenceError) -> String?

  /// Calls `changed` whenever what is there may have changed, as long as the result is kept; nil where nothing tells that.
  func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch?
}

extension JournalStorage {
  package func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch? { nil }
}

/// The watching of a storage, which ends when this is released.
package final class StorageWatch: Sendable {
  private let over: AtomicFlag
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - over: Raised where later changes may not be told.
  ///   - end: Called once, when this is released.
  init(_ over: AtomicFlag, end: @escaping @Sendable () -> Void) { (self.over, self.end) = (over, end) }

  deinit { end() }

  /// Whether later changes may not be told: another watch is needed then.
  var isOver: Bool { over.isRaised }
}

/// What stands in a storage at one time, to be read in parts.
package struct JournalSource: Sendable {
  let size: UInt64
  /// Tells a file from one that has taken its place; nil where nothing does.
  let identity: FileStatus.Identity?
  let read: @Sendable (_ offset: UInt64, _ count: Int) throws(PersistenceError) -> Data
}

/// Takes what is written to a new file.
package struct JournalSink {
  let write: (_ bytes: [UInt8], _ offset: UInt64) throws(PersistenceError) -> Void
}
