internal import Foundation
internal import PureduxFiles

/// A session file that only its owner can read.
///
/// Once the initial contents of a new file are complete and on the disk, the new file atomically replaces the old one.
struct SessionFile: ~Copyable {
  private let url: URL
  private let folder: OpenFolder
  private let temporary: String
  private let file: OpenFile
  private var end: UInt64 = 0
  private var isInPlace = false
  private var isSynced = true

  /// Creates a temporary file in the folder of the file to be replaced.
  init(replacing url: URL, _ files: FileSystem) throws {
    try Self.requireSuitable(url, files)
    let temporary = ".\(url.lastPathComponent).\(UUID().uuidString)"
    let folder: OpenFolder
    let file: OpenFile
    do throws(FileFailure) {
      folder = try OpenFolder(OpenFolder.parts(of: url.path).folder, files)
      file = try folder.open(temporary, .create)
    } catch {
      throw Self.problem("could not be created", url, error)
    }
    (self.url, self.folder, self.temporary, self.file) = (url, folder, temporary, file)
  }

  deinit { if !isInPlace { folder.remove(temporary) } }

  mutating func write(_ bytes: [UInt8]) throws {
    isSynced = false
    do throws(FileFailure) {
      try file.write(bytes, at: end)
    } catch {
      throw Self.problem("could not be written", url, error)
    }
    end += UInt64(bytes.count)
  }

  /// Makes the data durable that was written since the file is in its place.
  mutating func sync() throws {
    if isSynced { return }
    do throws(FileFailure) {
      try file.syncData()
    } catch {
      throw Self.problem("could not be written to the disk", url, error)
    }
    isSynced = true
  }

  /// Replaces the old file. Later data is appended.
  mutating func putInPlace() throws {
    guard !isInPlace else { return }
    try Self.requireSuitable(url, folder)
    do throws(FileFailure) {
      try file.sync()
      try folder.rename(temporary, OpenFolder.parts(of: url.path).name)
      isInPlace = true
      try folder.sync()
    } catch {
      throw Self.problem("could not be moved to its place", url, error)
    }
    isSynced = true
  }

  /// Rejects an existing item that is not a regular file, such as a symbolic link or a pipe.
  static func requireSuitable(_ url: URL, _ files: FileSystem = .system) throws {
    guard url.isFileURL else {
      throw SessionError(.file, "\(url) is not a file, so nothing was written.\nTo fix: pass the URL of a file.")
    }
    // A folder that cannot be opened is reported when the file is created.
    if let folder = try? OpenFolder(OpenFolder.parts(of: url.path).folder, files) { try requireSuitable(url, folder) }
  }

  private static func requireSuitable(_ url: URL, _ folder: OpenFolder) throws {
    let status: FileStatus?
    do throws(FileFailure) {
      status = try folder.status(OpenFolder.parts(of: url.path).name)
    } catch {
      throw problem("could not be examined", url, error)
    }
    guard let status, status.kind != .regular else { return }
    throw SessionError(
      .file, "\(url.path) is not a regular file, so nothing was written.\nTo fix: pass the path of your own file.")
  }

  private static func problem(_ what: String, _ url: URL, _ failure: FileFailure) -> SessionError {
    SessionError(
      .file,
      "\(url.path) \(what): \(failure.details). The recording continues in memory.\n"
        + "To fix: write to an existing folder that you own and that has enough space.")
  }
}
