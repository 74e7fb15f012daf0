public import Foundation

/// A file, replaced as a whole: a process killed at any instant leaves what was there or what is new.
///
/// The new contents go to a new file, `<file>.new`, which is synced, takes the file's name, and then the folder is synced. The claim
/// is an advisory lock on `<file>.lock`, which the system frees when the process ends. The file is for its owner only.
public struct FileStorage: PersistenceStorage {
  private let path: String
  private let folder: String
  private let files: FileSystem

  /// A file in a folder that exists.
  public init(_ url: URL) { self.init(url, files: .posix) }

  package init(_ url: URL, files: FileSystem) {
    let target = url.resolvingSymlinksInPath()
    path = target.path
    folder = target.deletingLastPathComponent().path
    self.files = files
  }

  public var name: String { path }

  public func claim() throws(PersistenceError) -> PersistenceClaim {
    try told { () throws(SystemError) in
      let file = try files.open(path + ".lock", .update)
      do throws(SystemError) {
        try files.lock(file)
      } catch {
        files.close(file)
        throw error
      }
      return PersistenceClaim { [files] in
        files.unlock(file)
        files.close(file)
      }
    }
  }

  public func read() throws(PersistenceError) -> Data? {
    do throws(SystemError) {
      let file = try files.open(path, .read)
      defer { files.close(file) }
      return try files.read(file)
    } catch {
      if error.isMissing { return nil }
      throw described(error)
    }
  }

  public func write(_ data: Data) throws(PersistenceError) {
    try told { () throws(SystemError) in
      let new = path + ".new"
      do throws(SystemError) {
        try fill(new, with: data)
        try files.rename(new, path)
      } catch {
        files.remove(new)
        throw error
      }
      try syncFolder()
    }
  }

  public func setAside() throws(PersistenceError) -> String {
    try told { () throws(SystemError) in
      var number = 1
      while files.exists("\(path).kept-\(number)") { number += 1 }
      try files.rename(path, "\(path).kept-\(number)")
      try syncFolder()
      return "\(path).kept-\(number)"
    }
  }

  private func fill(_ path: String, with data: Data) throws(SystemError) {
    // What a process that was killed, or somebody else, left under this name may be open to others, or be a link.
    files.remove(path)
    let file = try files.open(path, .create)
    defer { files.close(file) }
    try files.write(file, data)
    try files.sync(file)
  }

  private func syncFolder() throws(SystemError) {
    let file = try files.open(folder, .folder)
    defer { files.close(file) }
    try files.sync(file)
  }

  private func told<Result>(_ work: () throws(SystemError) -> Result) throws(PersistenceError) -> Result {
    do throws(SystemError) {
      return try work()
    } catch {
      throw described(error)
    }
  }

  private func described(_ error: SystemError) -> PersistenceError {
    PersistenceError(error.kind, storage: path, details: error.description)
  }
}
