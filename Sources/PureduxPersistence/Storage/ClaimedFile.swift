internal import Foundation

/// A file that this process alone may replace, as long as this is kept.
///
/// Two locks stand behind that: one on `<file>.lock`, which is there before the file is, and one on what is there itself, so
/// that neither another name of the same file nor another lock file is a way around it.
struct ClaimedFile: Sendable {
  private let location: FileLocation
  private let lock: OpenFile
  /// What was there when it was claimed. It stays locked after it was replaced, for it may have another name.
  private let original: OpenFile?
  /// What is there now.
  private var current: OpenFile?
  /// The same file, opened for writing at its end.
  private var extended: OpenFile?

  init(_ location: FileLocation) throws(FileFailure) {
    self.location = location
    // Where something stands that is not to be replaced, no lock is left beside it either.
    _ = try location.openForReading()
    lock = try Self.lock(at: location)
    original = try Self.lockContents(at: location)
    current = original
  }

  /// Replaces what is there by what `fill` writes. With `keepingOld` that gets another name, whose path is returned.
  ///
  /// `again` is where the path leads to now.
  mutating func write(
    keepingOld: Bool, _ again: FileLocation, _ fill: (OpenFile) throws(FileFailure) -> Void
  ) throws(FileFailure) -> String? {
    try check(again)
    let new = try makeNew(fill)
    let kept: String?
    do throws(FileFailure) {
      try check()
      guard try location.status(".new")?.identity == new.status().identity else {
        throw FileFailure(.claimLost, "\(location.name).new was replaced by something else")
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

  /// Writes behind what is there, which ends at `end`.
  ///
  /// - Parameters:
  ///   - isCut: Whether something may stand behind the end, which goes.
  ///   - isSynced: Whether the bytes are on the disk when this returns.
  ///   - again: Where the path leads to now.
  mutating func append(
    _ bytes: [UInt8], at end: UInt64, isCut: Bool, isSynced: Bool, _ again: FileLocation
  ) throws(FileFailure) {
    try check(again)
    let file = try fileToExtend()
    if isCut {
      try file.truncate(to: end)
      // Otherwise what is written now could be followed by what was cut off, where the power fails.
      try file.sync()
    }
    try file.write(bytes, at: end)
    if isSynced { try file.syncData() }
  }

  private mutating func fileToExtend() throws(FileFailure) -> OpenFile {
    guard let found = try location.status()?.identity else { throw FileFailure(.failed, "the file is gone") }
    if let extended, try extended.status().identity == found { return extended }
    let file = try location.open("", .extend)
    guard try file.status().identity == found else { throw FileFailure(.claimLost, "something else has replaced it") }
    extended = file
    return file
  }

  private func check(_ again: FileLocation) throws(FileFailure) {
    guard location.isSame(as: again) else { throw FileFailure(.claimLost, "its path leads somewhere else by now") }
    try check()
  }

  /// Throws when somebody who did not ask for the locks has taken them away, or has replaced the file. Where it was
  /// removed, nothing would be written over.
  private func check() throws(FileFailure) {
    guard try location.status(".lock")?.identity == lock.status().identity else {
      throw FileFailure(.claimLost, "\(location.name).lock was removed or replaced")
    }
    guard let found = try location.status()?.identity else { return }
    guard try found == current?.status().identity else {
      throw FileFailure(.claimLost, "something else has replaced it")
    }
  }

  /// A new file with what `fill` writes, synced, and locked before it gets the name.
  private func makeNew(_ fill: (OpenFile) throws(FileFailure) -> Void) throws(FileFailure) -> OpenFile {
    // What a process that was killed, or somebody else, left under this name may be open to others, or be a link.
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

  /// Over a network a file may have got its name although the system says that it has not.
  private func giveName(_ new: OpenFile) throws(FileFailure) {
    do throws(FileFailure) {
      try location.rename(".new", "")
    } catch {
      if let found = try? location.status(), let file = try? new.status(), found.identity == file.identity { return }
      throw error.isMissing ? FileFailure(.failed, "the new file is gone") : error
    }
  }

  private func setAside() throws(FileFailure) -> String? {
    guard try location.status() != nil else { return nil }
    var number = 1
    while try location.status(".kept-\(number)") != nil { number += 1 }
    try location.rename("", ".kept-\(number)")
    return location.path(of: "\(location.name).kept-\(number)")
  }

  private static func lock(at location: FileLocation) throws(FileFailure) -> OpenFile {
    // The one who had it may have removed it since it was opened.
    for _ in 1...8 {
      let file = try location.open(".lock", .lock)
      let status = try file.status()
      if status.kind != .regular { throw FileFailure(.unsuitableFile, "\(location.name).lock is not a regular file") }
      try file.lock()
      if try location.status(".lock") == status { return file }
    }
    throw FileFailure(.heldElsewhere, "\(location.name).lock is replaced all the time")
  }

  private static func lockContents(at location: FileLocation) throws(FileFailure) -> OpenFile? {
    guard let file = try location.openForReading() else { return nil }
    do throws(FileFailure) {
      try file.lock()
    } catch {
      // Some file systems lock only what is open for writing. There the first lock is the only one.
      if error.kind == .heldElsewhere { throw error }
    }
    guard try location.status()?.identity == file.status().identity else {
      throw FileFailure(.heldElsewhere, "it was being replaced")
    }
    return file
  }
}
