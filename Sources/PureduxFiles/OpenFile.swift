package import Foundation
package import PureduxCore

/// An open file, which is closed when this object is released.
package final class OpenFile: Sendable {
  package let descriptor: Int32
  private let files: FileSystem
  private let isLocked: AtomicFlag

  package init(_ descriptor: Int32, _ files: FileSystem) {
    self.descriptor = descriptor
    self.files = files
    isLocked = AtomicFlag()
  }

  deinit {
    if isLocked.isRaised { files.unlock(descriptor) }
    files.close(descriptor)
  }

  /// Takes an exclusive advisory lock on the file.
  package func lock() throws(FileFailure) {
    try files.lock(descriptor)
    isLocked.raise()
  }

  package func status() throws(FileFailure) -> FileStatus { try files.status(descriptor) }
  package func read() throws(FileFailure) -> Data { try files.read(descriptor) }
  package func sync() throws(FileFailure) { try files.sync(descriptor) }
  package func syncData() throws(FileFailure) { try files.syncData(descriptor) }
  package func write(_ data: Data) throws(FileFailure) { try files.write(descriptor, data) }
  package func write(_ bytes: [UInt8], at offset: UInt64) throws(FileFailure) {
    try files.writeAt(descriptor, bytes, offset)
  }
  package func truncate(to size: UInt64) throws(FileFailure) { try files.truncate(descriptor, size) }

  package func read(at offset: UInt64, _ count: Int) throws(FileFailure) -> Data {
    try files.readAt(descriptor, offset, count)
  }
}

/// A watch for changes to files. Releasing this object ends the watch.
package final class StorageWatch: Sendable {
  private let over: AtomicFlag
  private let end: @Sendable () -> Void

  /// - Parameters:
  ///   - over: A flag that is set when later changes may go unreported.
  ///   - end: Called once, when this object is released.
  package init(_ over: AtomicFlag, end: @escaping @Sendable () -> Void) { (self.over, self.end) = (over, end) }

  deinit { end() }

  /// Whether later changes may go unreported, so that a new watch is needed.
  package var isOver: Bool { over.isRaised }
}
