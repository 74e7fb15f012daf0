public import Foundation
package import PureduxFiles

/// A file that holds a state: an archive replaces the whole file, and a journal appends to it.
///
/// If the process is killed while the file is being replaced, the file has either the old contents or the new contents.
///
/// ```swift
/// let url = URL(fileURLWithPath: "/var/lib/notes/notes.json")
/// let archive = Archive<Notes>(FileStorage(url))
/// ```
///
/// New contents are written to `<file>.new`, which is synced and renamed to `<file>`; then the folder is synced. A
/// claim takes advisory locks on `<file>.lock` and on the file itself; the system releases both locks when the process
/// ends. Only the file's owner can read the file.
///
/// Only regular files are read or replaced, never pipes or devices. If the path is a symbolic link, its target is read
/// or replaced only if the link is owned by the user running this process or by the system, and the target is owned by
/// the user running this process. If `<file>.lock` or `<file>.new` is a symbolic link, the link is not followed.
public struct FileStorage: PersistenceStorage {
  private let path: String
  private let files: FileSystem
  private let claimed = Guarded<ClaimedFile?>(nil)

  /// Creates storage for a file. The file's folder must exist when a state is saved.
  public init(_ url: URL) { self.init(url, files: .system) }

  package init(_ url: URL, files: FileSystem) {
    path = url.path
    self.files = files
  }

  public var name: String { path }

  public func claim() throws(PersistenceError) -> PersistenceClaim {
    let file = try told { () throws(FileFailure) in try ClaimedFile(FileLocation(following: path, files)) }
    claimed.withLock { $0 = file }
    return PersistenceClaim { [claimed] in _ = claimed.take() }
  }

  public func read() throws(PersistenceError) -> Data? {
    do throws(FileFailure) {
      return try FileLocation(following: path, files).openForReading()?.read()
    } catch {
      if error.isMissing { return nil }
      throw described(error)
    }
  }

  public func write(_ data: Data, keepingOld: Bool) throws(PersistenceError) -> String? {
    try using { (file, location) throws(FileFailure) in
      try file.write(keepingOld: keepingOld, location) { new throws(FileFailure) in try new.write(data) }
    }
  }

  /// Runs `body` with the claimed file and the current target of the path.
  private func using<Result: Sendable>(
    _ body: (inout ClaimedFile, FileLocation) throws(FileFailure) -> Result
  ) throws(PersistenceError) -> Result {
    try told { () throws(FileFailure) in
      let location = try FileLocation(following: path, files)
      let result = claimed.withLock { claimed -> Swift.Result<Result, FileFailure> in
        Swift.Result { () throws(FileFailure) in
          guard var file = claimed else { throw FileFailure(.claimLost, "it was not claimed") }
          defer { claimed = file }
          return try body(&file, location)
        }
      }
      return try result.get()
    }
  }

  private func told<Result>(_ work: () throws(FileFailure) -> Result) throws(PersistenceError) -> Result {
    do throws(FileFailure) {
      return try work()
    } catch {
      throw described(error)
    }
  }

  private func described(_ failure: FileFailure) -> PersistenceError {
    PersistenceError(PersistenceError.Kind(failure.kind), storage: path, details: failure.details)
  }
}

extension FileStorage: JournalStorage {
  package func source() throws(PersistenceError) -> JournalSource? {
    do throws(FileFailure) {
      guard let file = try FileLocation(following: path, files).openForReading() else { return nil }
      let (status, described) = (try file.status(), described)
      return JournalSource(size: status.size, identity: status.identity) { offset, count throws(PersistenceError) in
        do throws(FileFailure) {
          return try file.read(at: offset, count)
        } catch {
          throw described(error)
        }
      }
    } catch {
      if error.isMissing { return nil }
      throw described(error)
    }
  }

  package func watch(_ changed: @escaping @Sendable () -> Void) -> StorageWatch? {
    // If the path is a symbolic link, also watch the link, because the link may be replaced.
    guard let location = try? FileLocation(following: path, files) else { return nil }
    let first = OpenFolder.parts(of: path)
    let isLinked = first.folder != location.folderPath || first.name != location.name
    return files.watch(location.folderPath, location.name, isLinked ? first : nil, changed)
  }

  package func append(
    _ bytes: [UInt8], at offset: UInt64, cutAt cut: UInt64?, isSynced: Bool
  ) throws(PersistenceError) {
    try using { (file, location) throws(FileFailure) in
      try file.append(bytes, at: offset, cutAt: cut, isSynced: isSynced, location)
    }
  }

  package func replace(
    keepingOld: Bool, _ fill: (JournalSink) throws(PersistenceError) -> Void
  ) throws(PersistenceError) -> String? {
    var unfilled: PersistenceError?
    do throws(PersistenceError) {
      return try using { (file, location) throws(FileFailure) in
        try file.write(keepingOld: keepingOld, location) { new throws(FileFailure) in
          let sink = JournalSink { bytes, offset throws(PersistenceError) in
            do throws(FileFailure) { try new.write(bytes, at: offset) } catch { throw described(error) }
          }
          do throws(PersistenceError) { try fill(sink) } catch {
            unfilled = error
            throw FileFailure(.failed, error.details)
          }
        }
      }
    } catch {
      throw unfilled ?? error
    }
  }
}

extension PersistenceError.Kind {
  fileprivate init(_ kind: FileFailure.Kind) {
    self =
      switch kind {
      case .heldElsewhere: .heldElsewhere
      case .claimLost: .claimLost
      case .missingFolder: .missingFolder
      case .unsuitableFile: .unsuitableFile
      case .notPermitted: .notPermitted
      case .noSpace: .noSpace
      case .failed: .failed
      }
  }
}
