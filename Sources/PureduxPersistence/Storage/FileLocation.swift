internal import Foundation
internal import PureduxFiles

/// The target of a path: a name in a folder. The folder is held open, so that all calls use the same folder, even if it
/// is moved or replaced.
struct FileLocation: Sendable {
  let files: FileSystem
  let folder: OpenFile
  let folderPath: String
  let name: String
  private let folderIdentity: FileStatus.Identity
  private let wasLinked: Bool

  /// Resolves a path. The file does not have to exist yet.
  ///
  /// A symbolic link at the end of the path is followed only if the link was created by the user of this process or by
  /// the system, and if the link's target belongs to that user. In a folder that others can write to, a link could
  /// point anywhere.
  init(following path: String, _ files: FileSystem) throws(FileFailure) {
    var path = path
    var links = 0
    while true {
      let (folderPath, name) = OpenFolder.parts(of: path)
      let folder = OpenFile(try files.openFolder(folderPath), files)
      let status = try files.statusOfName(folder.descriptor, name)
      guard let status, status.kind == .link else {
        self.files = files
        self.folder = folder
        self.folderPath = folderPath
        self.name = name
        folderIdentity = try folder.status().identity
        wasLinked = links > 0
        return
      }
      guard [0, files.user()].contains(status.owner) else {
        throw FileFailure(.unsuitableFile, "\(path) is a link created by another user")
      }
      let destination = try files.destination(folder.descriptor, name)
      guard try files.statusOfName(folder.descriptor, name) == status, links < 32 else {
        throw FileFailure(.unsuitableFile, "\(path) is a link that keeps changing, or has no target")
      }
      links += 1
      path = destination.hasPrefix("/") ? destination : folderPath + "/" + destination
    }
  }

  /// Returns whether `other`, the result of resolving the path again, refers to the same target.
  func isSame(as other: FileLocation) -> Bool {
    folderIdentity == other.folderIdentity && name == other.name
  }

  func path(of name: String) -> String { folderPath + (folderPath.hasSuffix("/") ? "" : "/") + name }

  /// Returns the status of the file with this name plus a suffix, or nil if there is no such file.
  func status(_ suffix: String = "") throws(FileFailure) -> FileStatus? {
    try files.statusOfName(folder.descriptor, name + suffix)
  }

  func open(_ suffix: String = "", _ purpose: FileSystem.Purpose) throws(FileFailure) -> OpenFile {
    OpenFile(try files.open(folder.descriptor, name + suffix, purpose), files)
  }

  func remove(_ suffix: String) { files.remove(folder.descriptor, name + suffix) }

  func link(_ old: String, _ new: String) throws(FileFailure) {
    try files.link(folder.descriptor, name + old, name + new)
  }

  func rename(_ old: String, _ new: String) throws(FileFailure) {
    try files.rename(folder.descriptor, name + old, name + new)
  }

  /// Opens the file for reading, or returns nil if it does not exist. Only regular files are opened, because reading
  /// from a pipe might block until another process writes to it, and opening a device might have a side effect.
  func openForReading() throws(FileFailure) -> OpenFile? {
    guard let status = try status() else { return nil }
    try check(status)
    let file: OpenFile
    do throws(FileFailure) {
      file = try open("", .read)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
    try check(file.status())
    return file
  }

  private func check(_ status: FileStatus) throws(FileFailure) {
    if status.kind != .regular { throw FileFailure(.unsuitableFile, "it is not a regular file") }
    if wasLinked, status.owner != files.user() {
      throw FileFailure(.unsuitableFile, "a link leads to a file of another user")
    }
  }
}
