internal import Foundation
internal import PureduxFiles

/// A file that only this process may replace while this value is retained.
///
/// The claim holds two locks: a lock on `<file>.lock`, which can exist before the file does, and a lock on the file
/// itself. Together, the locks also exclude writers that use another name for the file or another lock file.
struct ClaimedFile: Sendable {
  private let location: FileLocation
  private let lock: OpenFile
  /// The file that existed at the time of the claim. The file stays locked after being replaced, because another name
  /// may still refer to the file.
  private let original: OpenFile?
  /// The current file.
  private var current: OpenFile?
  /// The current file, opened for appending.
  private var extended: OpenFile?

  init(_ location: FileLocation) throws(FileFailure) {
    self.location = location
    // Check the file first, so that no lock file is created next to a file that must not be replaced.
    _ = try location.openForReading()
    lock = try Self.lock(at: location)
    original = try Self.lockContents(at: location)
    current = original
  }

  /// Replaces the file with the output of `fill`. With `keepingOld`, renames the old file and returns its new path.
  ///
  /// `again` is the current target of the path, resolved for this call.
  mutating func write(
    keepingOld: Bool, _ again: FileLocation, _ fill: (OpenFile) throws(FileFailure) -> Void
  ) throws(FileFailure) -> String? {
    try check(again)
    let new = try makeNew(fill)
    let kept: String?
    do throws(FileFailure) {
      try check()
      guard try location.status(".new")?.identity == new.status().identity else {
        throw FileFailure(.claimLost, "\(location.name).new was replaced")
      }
      kept = keepingOld ? try setAside() : nil
      try giveName(new)
    } catch {
      if error.kind != .claimLost { location.remove(".new") }
      throw error
    }
    (current, extended) = (new, new)
    try location.folder.sync()
    return kept
  }

  /// Writes bytes at an offset, which is at or before the end of the file.
  ///
  /// - Parameters:
  ///   - cut: The size to which to truncate the file first, or nil.
  ///   - isSynced: Whether the bytes must be on the disk when the method returns.
  ///   - again: The current target of the path, resolved for this call.
  mutating func append(
    _ bytes: [UInt8], at offset: UInt64, cutAt cut: UInt64?, isSynced: Bool, _ again: FileLocation
  ) throws(FileFailure) {
    try check(again)
    let file = try fileToExtend(isSynced: isSynced)
    if let cut {
      try file.truncate(to: cut)
      // Without this sync, the discarded bytes could reappear after the new bytes if the power fails.
      try file.sync()
    }
    try file.write(bytes, at: offset)
    if isSynced { try file.syncData() }
  }

  private mutating func fileToExtend(isSynced: Bool) throws(FileFailure) -> OpenFile {
    guard let found = try location.status()?.identity else { throw FileFailure(.failed, "it no longer exists") }
    if let extended, try extended.status().identity == found { return extended }
    let file = try location.open("", .extend)
    guard try file.status().identity == found else { throw FileFailure(.claimLost, "another writer has replaced it") }
    // The process that has created the file may have been killed before it made the name durable.
    if isSynced { try location.folder.sync() }
    extended = file
    return file
  }

  private func check(_ again: FileLocation) throws(FileFailure) {
    guard location.isSame(as: again) else { throw FileFailure(.claimLost, "its path now has another target") }
    try check()
  }

  /// Throws if another process, ignoring the locks, has removed the lock file or replaced the file.
  ///
  /// A removed file needs no check, because nothing would be overwritten.
  private func check() throws(FileFailure) {
    guard try location.status(".lock")?.identity == lock.status().identity else {
      throw FileFailure(.claimLost, "\(location.name).lock was removed or replaced")
    }
    guard let found = try location.status()?.identity else { return }
    guard try found == current?.status().identity else {
      throw FileFailure(.claimLost, "another writer has replaced it")
    }
  }

  /// Writes the output of `fill` to a new, locked file with a temporary name, and syncs the file.
  private func makeNew(_ fill: (OpenFile) throws(FileFailure) -> Void) throws(FileFailure) -> OpenFile {
    // A leftover temporary file, from a killed process or another user, may be a symbolic link, or may be readable by
    // others.
    location.remove(".new")
    let file = try location.open(".new", .create)
    do throws(FileFailure) {
      try file.lock()
      try fill(file)
      try file.sync()
    } catch {
      location.remove(".new")
      throw error
    }
    return file
  }

  /// Renames the new file to its final name.
  ///
  /// On a network file system, a rename may succeed even though the system reports a failure.
  private func giveName(_ new: OpenFile) throws(FileFailure) {
    do throws(FileFailure) {
      try location.rename(".new", "")
    } catch {
      if let found = try? location.status(), let file = try? new.status(), found.identity == file.identity { return }
      throw error.isMissing ? FileFailure(.failed, "the new file no longer exists") : error
    }
  }

  /// Gives the old file a second name, which survives the rename of the new file and a power failure. Returns its path.
  private func setAside() throws(FileFailure) -> String? {
    guard let old = try location.status() else { return nil }
    var number = 1
    // A process that was killed may have given the file its second name already.
    while let other = try location.status(".kept-\(number)"), other.identity != old.identity { number += 1 }
    let name = ".kept-\(number)"
    if try location.status(name) == nil { try keep(as: name) }
    try location.folder.sync()
    return location.path(of: location.name + name)
  }

  private func keep(as name: String) throws(FileFailure) {
    do throws(FileFailure) {
      try location.link("", name)
    } catch {
      // Some file systems have no links. There, the file has no name until the new file gets its own.
      guard error.kind == .notPermitted || [ENOTSUP, EOPNOTSUPP, ENOSYS].contains(error.code) else { throw error }
      try location.rename("", name)
    }
  }

  private static func lock(at location: FileLocation) throws(FileFailure) -> OpenFile {
    // The previous holder may have removed the lock file after this process opened it.
    for _ in 1...8 {
      let file = try location.open(".lock", .lock)
      let status = try file.status()
      if status.kind != .regular { throw FileFailure(.unsuitableFile, "\(location.name).lock is not a regular file") }
      try file.lock()
      if try location.status(".lock") == status { return file }
    }
    throw FileFailure(.heldElsewhere, "\(location.name).lock is replaced repeatedly")
  }

  private static func lockContents(at location: FileLocation) throws(FileFailure) -> OpenFile? {
    guard let file = try location.openForReading() else { return nil }
    do throws(FileFailure) {
      try file.lock()
    } catch {
      // Some file systems can lock only files that are open for writing. On these file systems, the lock file is the
      // only lock.
      if error.kind == .heldElsewhere { throw error }
    }
    guard try location.status()?.identity == file.status().identity else {
      throw FileFailure(.heldElsewhere, "it was being replaced")
    }
    return file
  }
}
