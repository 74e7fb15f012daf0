internal import Foundation

/// An open file, closed when this value is released.
final class OpenFile: Sendable {
  let descriptor: Int32
  private let files: FileSystem
  private let isLocked: AtomicFlag

  init(_ descriptor: Int32, _ files: FileSystem) {
    self.descriptor = descriptor
    self.files = files
    isLocked = AtomicFlag()
  }

  deinit {
    if isLocked.isRaised { files.unlock(descriptor) }
    files.close(descriptor)
  }

  /// Takes an exclusive advisory lock on the file.
  func lock() throws(FileFailure) {
    try files.lock(descriptor)
    isLocked.raise()
  }

  func status() throws(FileFailure) -> FileStatus { try files.status(descriptor) }
  func read() throws(FileFailure) -> Data { try files.read(descriptor) }
  func sync() throws(FileFailure) { try files.sync(descriptor) }
  func syncData() throws(FileFailure) { try files.syncData(descriptor) }
  func write(_ data: Data) throws(FileFailure) { try files.write(descriptor, data) }
  func write(_ bytes: [UInt8], at offset: UInt64) throws(FileFailure) { try files.writeAt(descriptor, bytes, offset) }
  func truncate(to size: UInt64) throws(FileFailure) { try files.truncate(descriptor, size) }

  func read(at offset: UInt64, _ count: Int) throws(FileFailure) -> Data {
    try files.readAt(descriptor, offset, count)
  }
}
