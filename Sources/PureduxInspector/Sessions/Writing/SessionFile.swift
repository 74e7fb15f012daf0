internal import Foundation

/// A file that belongs to its owner alone, in which a session is written.
///
/// What is written takes the place of the old file at once, when the new one is complete as far as it goes.
struct SessionFile: ~Copyable {
  private let url: URL
  private let temporary: URL
  private let descriptor: Int32
  private var isInPlace = false

  /// Begins a file beside the one whose place it will take.
  init(replacing url: URL) throws {
    try Self.requireSuitable(url)
    let temporary = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
    let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure("could not be made", url) }
    self.url = url
    self.temporary = temporary
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
    if !isInPlace { unlink(temporary.path) }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    var start = 0
    while start < bytes.count {
      // SAFETY: the system reads the bytes before the call returns, and the array outlives it.
      let written = bytes[start...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0 {
        if errno == EINTR { continue }
        throw Self.failure("could not be written", url)
      }
      start += written
    }
  }

  /// Takes the place of the old file. What is written from now on is appended.
  mutating func putInPlace() throws {
    guard !isInPlace else { return }
    try Self.requireSuitable(url)
    guard rename(temporary.path, url.path) == 0 else { throw Self.failure("could not be put in its place", url) }
    isInPlace = true
  }

  /// A folder, a pipe, a device or a link is not written to: somebody else may have put it there.
  static func requireSuitable(_ url: URL) throws {
    guard url.isFileURL else {
      throw SessionError(.file, "\(url) is no file, so nothing was written.\nTo fix: pass the URL of a file.")
    }
    var status = stat()
    guard lstat(url.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    throw SessionError(
      .file, "\(url.path) is no regular file, so nothing was written.\nTo fix: pass the path of a file of your own.")
  }

  private static func failure(_ what: String, _ url: URL) -> SessionError {
    SessionError(
      .file,
      "\(url.path) \(what): \(String(cString: strerror(errno))). The recording goes on in memory.\n"
        + "To fix: write to a folder that exists, that you own, and that has room.")
  }
}
