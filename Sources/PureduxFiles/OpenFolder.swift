internal import Foundation

/// A folder that is held open, and the files in it.
package struct OpenFolder: Sendable {
  package let path: String
  private let files: FileSystem
  private let folder: OpenFile

  package init(_ path: String, _ files: FileSystem) throws(FileFailure) {
    (self.path, self.files) = (path, files)
    folder = OpenFile(try files.openFolder(path), files)
  }

  /// The path of the folder that contains a file or a folder, and the name in it.
  package static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// Creates a folder, and the folders that contain it, unless they exist.
  ///
  /// - Parameter isSynced: Whether its name must be on the disk. A process that has created the folder may have been
  ///   killed before.
  package static func create(_ path: String, isSynced: Bool, _ files: FileSystem) throws(FileFailure) {
    let parent = parts(of: path).folder
    do throws(FileFailure) {
      try files.createFolder(path)
    } catch {
      if error.isMissing, parent.count > 1 {
        try create(parent, isSynced: isSynced, files)
        return try create(path, isSynced: isSynced, files)
      }
      if error.code != EEXIST { throw error }
    }
    if isSynced { try OpenFolder(parent, files).sync() }
  }

  package func open(_ name: String, _ purpose: FileSystem.Purpose) throws(FileFailure) -> OpenFile {
    OpenFile(try files.open(folder.descriptor, name, purpose), files)
  }

  /// The status of the file with this name; nil if there is none.
  package func status(_ name: String) throws(FileFailure) -> FileStatus? {
    try files.statusOfName(folder.descriptor, name)
  }

  package func names() throws(FileFailure) -> [String] { try files.names(folder.descriptor) }
  package func age(_ name: String) throws(FileFailure) -> Duration? { try files.age(folder.descriptor, name) }
  package func rename(_ old: String, _ new: String) throws(FileFailure) {
    try files.rename(folder.descriptor, old, new)
  }
  package func remove(_ name: String) { files.remove(folder.descriptor, name) }

  /// Makes renamed and removed names durable.
  package func sync() throws(FileFailure) { try folder.sync() }
}
