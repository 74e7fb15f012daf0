internal import Foundation
internal import PureduxFiles

/// The generations of a journal: files with increasing numbers, of which the last one counts.
///
/// A process becomes the writer by creating the next generation, which is empty at first, and then replacing it by a
/// complete file. From the moment when a generation exists, the one before is closed: its writer checks after each
/// write, and its readers after each read, that the next generation does not exist. So entries that a replaced process
/// still writes are neither accepted nor read, and no process has to hold a lock.
struct JournalGenerations {
  let folder: OpenFolder
  let damaged: DamagedFiles

  private static let prefix = "journal-"
  private static let newPrefix = "new-"
  private static let mostAttempts = 16

  static func name(_ generation: UInt64) -> String {
    let digits = String(generation, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Whether a name belongs to a journal.
  static func isJournal(_ name: String) -> Bool { name.hasPrefix(prefix) }

  private func numbers() throws(FileFailure) -> [UInt64] {
    try folder.names().compactMap { name in
      Self.isJournal(name) ? UInt64(name.dropFirst(Self.prefix.count), radix: 16) : nil
    }.sorted()
  }

  /// The number of the last generation, complete or not; nil if there is none.
  func newest() throws(FileFailure) -> UInt64? { try numbers().last }

  /// Whether a generation is the last one. The next one is looked up first: if it has come and gone, so has this one.
  func isLast(_ generation: UInt64, _ file: RecordFile) throws(FileFailure) -> Bool {
    guard try folder.status(Self.name(generation + 1)) == nil else { return false }
    return try file.isNamed()
  }

  /// Opens the last generation for reading; nil if there is none yet, or if it is not complete.
  func last() throws(FileFailure) -> (generation: UInt64, file: RecordFile)? {
    guard let generation = try newest() else { return nil }
    return try open(generation).map { (generation, $0) }
  }

  /// Opens a generation, if it is complete.
  private func open(_ generation: UInt64) throws(FileFailure) -> RecordFile? {
    do throws(FileFailure) {
      let file = try RecordFile(folder, Self.name(generation), .read)
      guard case .start(let format)? = try file.read().first else { return nil }
      guard format == FileRecord.format else { throw FileFailure(.unsuitableFile, "\(file.name) has a later format") }
      file.rewind()
      return file
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Creates the next generation as a copy of the last complete one, so that this process is the only writer.
  ///
  /// Most of the copy is made before the others are closed: if the disk is full, they stay in use.
  func claim() throws(FileFailure) -> (generation: UInt64, file: RecordFile, records: [FileRecord]) {
    for _ in 0..<Self.mostAttempts {
      let generation = (try newest() ?? 0) + 1
      let base = try lastComplete(before: generation)
      var records: [FileRecord] = []
      try base?.readAll { records.append($0) }
      if records.isEmpty { records = [.start(format: FileRecord.format)] }
      let new = try prepare(records)
      var isFinished = false
      defer { if !isFinished { folder.remove(new.name) } }
      guard try create(generation), try lastComplete(before: generation)?.name == base?.name else { continue }
      // The base has no other writer now.
      let copied = records.count
      try base?.readAll { records.append($0) }
      if let failure = new.append(Array(records.dropFirst(copied)), isSynced: true).failure { throw failure }
      let file = try finish(new, generation)
      isFinished = true
      return (generation, file, records)
    }
    throw FileFailure(.heldElsewhere, "the journal has another writer again and again")
  }

  /// Opens the last complete generation before another one.
  func lastComplete(before generation: UInt64) throws(FileFailure) -> RecordFile? {
    for number in try numbers().reversed() where number < generation {
      if let file = try open(number) { return file }
    }
    return nil
  }

  /// Creates an empty generation, which closes the one before. Returns false if it exists already.
  func create(_ generation: UInt64) throws(FileFailure) -> Bool {
    do throws(FileFailure) {
      _ = try folder.open(Self.name(generation), .create)
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw error
    }
  }

  /// Writes records to a new file that is not a generation yet.
  func prepare(_ records: [FileRecord]) throws(FileFailure) -> RecordFile {
    let new = try RecordFile(folder, Self.newPrefix + String(UInt64.random(in: 0 ... .max), radix: 16), .create)
    do throws(FileFailure) {
      if let failure = new.append(records, isSynced: false).failure { throw failure }
      try new.sync()
    } catch {
      folder.remove(new.name)
      throw error
    }
    return new
  }

  /// Replaces an empty generation by a prepared file, and removes the generations before it, unless they are damaged.
  func finish(_ new: RecordFile, _ generation: UInt64) throws(FileFailure) -> RecordFile {
    try folder.rename(new.name, Self.name(generation))
    let file = try RecordFile(folder, Self.name(generation), .extend)
    try file.readAll { _ in }
    try folder.sync()
    // In ascending order: a process that finds no next generation must not find its own either.
    for number in try numbers() where number < generation { try retire(Self.name(number)) }
    return file
  }

  private func retire(_ name: String) throws(FileFailure) {
    let file: RecordFile
    do throws(FileFailure) { file = try RecordFile(folder, name, .read) } catch {
      if error.isMissing { return }
      throw error
    }
    var isBegun = false
    try file.readAll { if case .snapshot = $0 { isBegun = true } }
    // A generation that begins with a snapshot was complete before it had its name.
    if try !damaged.setAside(file, in: folder, byAnyBytes: !isBegun) { folder.remove(name) }
  }

  /// Removes the unfinished files of ended processes.
  func removeUnfinished() throws(FileFailure) {
    for name in try folder.names() where name.hasPrefix(Self.newPrefix) { folder.remove(name) }
  }
}
