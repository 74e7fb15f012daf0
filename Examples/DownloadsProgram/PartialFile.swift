import Foundation

/// A file that is being written under a hidden name, until `keep` gives it its own.
///
/// The hidden file is removed when this object is released, and when the process exits.
final class PartialFile {
  struct Failure: Error, CustomStringConvertible {
    let code: Int32
    var description: String { "the file cannot be written: \(String(cString: strerror(code)))" }
  }

  private let path: String
  private let folder: URL
  private let file: FileHandle

  init(in folder: URL?) throws(Failure) {
    let folder = folder ?? FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent(".download-\(UUID().uuidString)").path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    (self.path, self.folder) = (path, folder)
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    RemovedAtExit.insert(path)
  }

  func write(_ data: Data) throws { try file.write(contentsOf: data) }

  /// Gives the file this name, or one with a number if the name is taken, and returns the name.
  func keep(as name: String) throws(Failure) -> String {
    for number in 1...1_000 {
      let candidate = FileName.numbered(name, number)
      // Unlike renaming, this never replaces another file.
      if link(path, folder.appendingPathComponent(candidate).path) == 0 { return candidate }
      guard errno == EEXIST else { throw Failure(code: errno) }
    }
    throw Failure(code: EEXIST)
  }

  deinit {
    unlink(path)
    RemovedAtExit.remove(path)
  }
}

/// Files that must not be left behind when the process exits.
private final class RemovedAtExit: @unchecked Sendable {
  // SAFETY: `paths` is private and reached only while `lock` is held.
  private static let shared = RemovedAtExit()

  private let lock = NSLock()
  private var paths: Set<String> = []

  private init() { atexit { RemovedAtExit.shared.lock.withLock { RemovedAtExit.shared.paths.forEach { unlink($0) } } } }

  static func insert(_ path: String) { _ = shared.lock.withLock { shared.paths.insert(path) } }

  static func remove(_ path: String) { _ = shared.lock.withLock { shared.paths.remove(path) } }
}
