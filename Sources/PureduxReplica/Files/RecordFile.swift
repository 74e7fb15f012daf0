internal import Foundation
internal import PureduxFiles

/// An open file of records, which only this process writes, or which this process only reads.
final class RecordFile {
  let name: String
  private let folder: OpenFolder
  private let file: OpenFile
  private let identity: FileStatus.Identity
  /// The end of the last complete record that was read or written.
  private(set) var end: UInt64 = 0
  /// Whether a failed write may have left bytes after the end.
  private var isTorn = false
  /// The bytes before the end that a failed sync has not written to the disk. The system writes them only if they are
  /// written again, although it returns them to readers.
  private var unsynced: [UInt8] = []

  static let usualSize = 1 << 18
  private static let largestSize = 1 << 30

  init(_ folder: OpenFolder, _ name: String, _ purpose: FileSystem.Purpose) throws(FileFailure) {
    (self.folder, self.name) = (folder, name)
    file = try folder.open(name, purpose)
    let status = try file.status()
    guard status.kind == .regular else { throw FileFailure(.unsuitableFile, "\(name) is not a regular file") }
    identity = status.identity
  }

  /// Whether the name still refers to this file.
  func isNamed() throws(FileFailure) -> Bool { try folder.status(name)?.identity == identity }

  /// Whether another name refers to this file.
  func isNamed(_ other: String) throws(FileFailure) -> Bool { try folder.status(other)?.identity == identity }

  /// Begins to read at the start again.
  func rewind() { end = 0 }

  /// Reads the complete records after the end; in parts if there are many.
  func read(atMost size: Int = RecordFile.usualSize) throws(FileFailure) -> [FileRecord] {
    var (records, size) = ([FileRecord](), size)
    while true {
      let bytes = [UInt8](try file.read(at: end, size))
      var rest = bytes[...]
      while let (record, size) = FileRecord.first(in: rest) {
        records.append(record)
        end += UInt64(size)
        rest = rest.dropFirst(size)
      }
      // The first record may be longer than the bytes that were read.
      guard records.isEmpty, bytes.count == size, size < Self.largestSize else { return records }
      size *= 8
    }
  }

  /// Reads all complete records after the end.
  func readAll(_ body: (FileRecord) -> Void) throws(FileFailure) {
    while true {
      let records = try read()
      if records.isEmpty { return }
      records.forEach(body)
    }
  }

  /// Whether the file is damaged at the end of what was read: a complete record follows.
  ///
  /// - Parameter isTold: Whether any bytes prove damage, because no interrupted write can have left them.
  func isDamaged(byAnyBytes isTold: Bool = false) throws(FileFailure) -> Bool {
    let size = try file.status().size
    guard size > end else { return false }
    let rest = [UInt8](try file.read(at: end, Int(clamping: size - end)))
    guard isTold ? !rest.isEmpty : FileRecord.isAny(in: rest.dropFirst()) else { return false }
    // Another process may have been writing what is before the record.
    return FileRecord.first(in: [UInt8](try file.read(at: end, rest.count))[...]) == nil
  }

  /// Appends records. Other processes see each record as soon as it is complete; so a write that fails, for example
  /// because the disk is full, may have appended the first records.
  ///
  /// - Returns: The number of appended records, and the failure that has prevented the others.
  func append(_ records: [FileRecord], isSynced: Bool) -> (count: Int, failure: FileFailure?) {
    let (bytes, start) = (records.flatMap(\.bytes), end)
    do throws(FileFailure) {
      if isTorn {
        try file.truncate(to: end)
        isTorn = false
      }
      isTorn = true
      try file.write(unsynced + bytes, at: end - UInt64(unsynced.count))
      if isSynced { try file.syncData() }
      (isTorn, unsynced) = (false, [])
      end += UInt64(bytes.count)
      return (records.count, nil)
    } catch {
      let appended = isTorn ? (try? read().count) ?? 0 : 0
      if isSynced { unsynced += bytes.prefix(Int(clamping: end - start)) }
      return (appended, error)
    }
  }

  /// Whether records that count as appended may be lost in a power failure. The next call of `append` writes them again.
  var isUnsynced: Bool { !unsynced.isEmpty }

  func sync() throws(FileFailure) { try file.sync() }
}

/// The damaged files of a log, which get another name, so that nothing is written to them or removed.
final class DamagedFiles {
  struct Damage: Hashable, Sendable {
    /// The new path of the file.
    let path: String
    /// The position of the last entry before the damage; in an inbox, the number of the entries.
    let position: UInt64
  }

  private var unreported: [Damage] = []
  private static let prefix = "damaged."

  /// Sets a file aside that is damaged at the end of what was read. Returns false if it is not.
  func setAside(
    _ file: RecordFile, in folder: OpenFolder, byAnyBytes isTold: Bool = false
  ) throws(FileFailure) -> Bool {
    guard try file.isDamaged(byAnyBytes: isTold) else { return false }
    var position: UInt64 = 0
    file.rewind()
    try file.readAll { record in
      switch record {
      case .start: break
      case .snapshot(let snapshot, _): position = snapshot.position
      case .entry: position += 1
      }
    }
    let name = Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 16)
    try folder.rename(file.name, name)
    unreported.append(Damage(path: folder.path + "/" + name, position: position))
    try folder.sync()
    return true
  }

  /// Returns the files that were set aside since the last call.
  func takeUnreported() -> [Damage] {
    defer { unreported = [] }
    return unreported
  }
}
