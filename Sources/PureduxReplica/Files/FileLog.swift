internal import Dispatch
public import Foundation
package import PureduxFiles

extension ReplicaLog {
  /// Creates a log in a folder, for the processes of one machine.
  ///
  /// The application writes a journal, which gives all entries their order. Each other process, a helper such as a
  /// widget or an extension, writes a file of its own, from which the application enters the entries. No process locks
  /// a file, so each of them may be suspended or killed at any time.
  ///
  /// ```swift
  /// let list = StateStore(replica: ShoppingList(), in: .files(folder, helper: "widget")) {
  ///   (list: inout ShoppingList, action: ListAction) in try? list.reduce(action)
  /// }
  /// ```
  ///
  /// If a second process uses the folder as its application, it replaces the first one, whose replicas have the problem
  /// `logClosed` from then on.
  ///
  /// - Parameters:
  ///   - folder: A folder for this log alone, for example in the container of an app group. It is created if needed.
  ///   - helper: The name of a helper, which its runs have in common; nil in the application.
  ///   - isSynced: Whether an accepted entry is on the disk, and survives a power failure. Otherwise, it survives the
  ///     end of the process.
  public static func files(_ folder: URL, helper: String? = nil, isSynced: Bool = false) -> ReplicaLog {
    files(folder, helper: helper, isSynced: isSynced, orphanAge: .seconds(86_400), .system)
  }

  /// - Parameters:
  ///   - orphanAge: The time after which an inbox that was not written is closed.
  ///   - files: The system calls.
  package static func files(
    _ folder: URL, helper: String?, isSynced: Bool = false, orphanAge: Duration, _ files: FileSystem
  ) -> ReplicaLog {
    let log = FileLog(folder.path, helper, isSynced: isSynced, orphanAge, files)
    return ReplicaLog {
      try await log.run { try log.newClient() }
    } append: { entries in
      try await log.run { try log.append(entries) }
    } read: { position in
      try await log.run { try log.read(after: position) }
    } changes: {
      log.changes()
    } compact: { snapshot in
      try await log.run { try log.compact(snapshot) }
    }.counting(.file(log.helper.map { "helper-" + $0 } ?? "app", in: folder.path + "/traps", files)) { position in
      try await log.run { try log.readToShow(after: position) }
    }
  }
}

/// The log of one process in a folder.
final class FileLog: @unchecked Sendable {
  // SAFETY: all mutable state is accessed on `queue`.

  /// What the application writes.
  private struct Application {
    var journal: JournalWriter
    var inboxes: InboxCollector
  }

  let queue = DispatchQueue(label: "Puredux replica")
  private let path: String
  /// The name of the helper, without characters that file names cannot have; nil in the application.
  fileprivate let helper: String?
  private let files: FileSystem
  private let isSynced: Bool
  private let orphanAge: Duration
  private let damaged = DamagedFiles()
  private var folders: (root: OpenFolder, inboxes: OpenFolder)?
  /// Whether the folders exist, under names that are on the disk if entries are synced.
  private var hasCreated = false
  private var reader: JournalReader?
  /// Reads a journal that a process has closed and not replaced yet.
  private var closedReader: JournalReader?
  private var application: Application?
  /// The clients of this process. In a helper, each of them has an inbox.
  private var clients: Set<UInt64> = []
  private var inboxes: [UInt64: InboxWriter] = [:]
  /// The last number in the journal of each of its clients, as far as this process has read it.
  private var numbers: [UInt64: UInt64] = [:]
  /// Whether the entries of earlier runs were read.
  private var hasAdopted = false
  private var isClosed = false
  private var watch: StorageWatch?
  private var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]

  init(_ path: String, _ helper: String?, isSynced: Bool, _ orphanAge: Duration, _ files: FileSystem) {
    (self.path, self.isSynced, self.orphanAge, self.files) = (path, isSynced, orphanAge, files)
    self.helper = helper.map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0 }
  }

  /// Runs `body` on the queue, and reports the files that were set aside meanwhile.
  func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    let (result, damage) = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: (Swift.Result { try body() }, takeDamage()))
      }
    }
    for file in damage { StoreContext.current.report(.damagedFile(file.path, after: file.position)) }
    return try result.get()
  }

  /// Returns the files that were set aside, unless they were reported.
  func takeDamage() -> [DamagedFiles.Damage] { damaged.takeUnreported() }

  func newClient() throws -> UInt64 {
    try beginWriting()
    let folders = try openFolders(creating: true)
    let client = UInt64.random(in: 1 ... .max)
    if let helper {
      let name = InboxName(helper: helper, client: client)
      inboxes[client] = try InboxWriter(folders.inboxes, name, isSynced: isSynced)
    }
    clients.insert(client)
    return client
  }

  func append(_ entries: [ReplicaEntry]) throws {
    guard let client = entries.first?.client else { return }
    if helper == nil {
      let isWhole = try writing { application in try application.journal.enter(entries) }
      if !isWhole { throw ReplicaClientClosed() }
    } else {
      guard inboxes[client] != nil else { throw ReplicaClientClosed() }
      do { try inboxes[client]?.append(entries, confirmed: numbers[client] ?? 0) } catch let error
        as ReplicaClientClosed
      {
        inboxes[client] = nil
        throw error
      }
    }
  }

  func read(after position: UInt64?) throws -> ReplicaBatch? {
    // A journal that cannot be written now, because the disk is full or the device is locked, may be readable.
    do { try beginWriting() } catch let error as ReplicaLogClosed { throw error } catch {}
    guard let folders = try? openFolders(creating: false) else { return nil }
    var reader = self.reader ?? JournalReader(JournalGenerations(folder: folders.root, damaged: damaged))
    defer { self.reader = reader }
    let batch = try reader.read(after: position)
    if let batch {
      numbers.merge(batch.snapshot?.numbers ?? [:]) { max($0, $1) }
      for entry in batch.entries { numbers[entry.client] = entry.number }
    } else if application != nil, try reader.isDamaged() {
      // Begins a new generation, which ends before the damage.
      application = nil
      return try self.read(after: position)
    } else if try reader.isAtEnd(), let adopted = try adopt(after: position, folders.inboxes) {
      return adopted
    }
    guard application?.journal.wantsSnapshot == true else { return batch }
    return ReplicaBatch(
      after: batch?.position ?? position ?? 0, batch?.entries ?? [], snapshot: batch?.snapshot, wantsSnapshot: true)
  }

  /// Returns what earlier runs of this helper have entered. Called at the end of the journal, so that nothing is adopted
  /// that is confirmed already.
  private func adopt(after position: UInt64?, _ inboxes: OpenFolder) throws -> ReplicaBatch? {
    guard let helper, !hasAdopted else { return nil }
    let waiting = try inboxes.waiting(helper, after: numbers)
    hasAdopted = true
    return waiting.isEmpty ? nil : ReplicaBatch(after: position ?? 0, [], waiting: waiting)
  }

  /// Like `read`, for a document that is only shown: reads the closed journal too while another process replaces it, or
  /// if that process has ended meanwhile. A replica must not read it, because entries that are still written there are
  /// not accepted.
  func readToShow(after position: UInt64?) throws -> ReplicaBatch? {
    if position == nil { closedReader = nil }
    if closedReader == nil {
      if let batch = try read(after: position) { return batch }
      guard let folders = try? openFolders(creating: false), try reader?.isAtEnd() == false else { return nil }
      closedReader = try JournalReader(closed: JournalGenerations(folder: folders.root, damaged: damaged))
    }
    if let batch = try closedReader?.read(after: position) { return batch }
    return try adopt(after: position, openFolders(creating: false).inboxes)
  }

  func compact(_ snapshot: ReplicaSnapshot) throws {
    guard helper == nil else { return }
    try writing { application in
      try application.journal.compact(snapshot) { [clients, inboxes = application.inboxes] client in
        clients.contains(client) || inboxes.has(client)
      }
      try application.inboxes.collect(nil, into: &application.journal)
    }
  }

  func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = UUID()
      queue.async { [self] in
        listeners[id] = continuation
        continuation.yield()
      }
      continuation.onTermination = { [weak self] _ in
        guard let self else { return }
        queue.async { [self] in listeners[id] = nil }
      }
    }
  }

  /// Enters all inboxes, and closes the orphaned ones.
  func collect() throws { try collect(nil) }
}

extension FileLog {
  private func openFolders(creating isCreating: Bool) throws -> (root: OpenFolder, inboxes: OpenFolder) {
    let inboxes = path + "/inboxes"
    if isCreating, !hasCreated {
      for folder in [path, inboxes] { try OpenFolder.create(folder, isSynced: isSynced, files) }
      hasCreated = true
    }
    if let folders { return folders }
    let opened = (root: try OpenFolder(path, files), inboxes: try OpenFolder(inboxes, files))
    folders = opened
    follow()
    return opened
  }

  /// Makes the application the writer of the journal, at the first use of the log.
  private func beginWriting() throws {
    if isClosed { throw ReplicaLogClosed() }
    guard helper == nil, application == nil else { return }
    let folders = try openFolders(creating: true)
    let journal = try JournalWriter(JournalGenerations(folder: folders.root, damaged: damaged), isSynced: isSynced)
    application = Application(journal: journal, inboxes: InboxCollector(folders.inboxes, orphanAge: orphanAge, damaged))
    try collect(nil)
  }

  /// Writes to the journal. Closes the log if another process has become the application.
  private func writing<Result>(_ body: (inout Application) throws -> Result) throws -> Result {
    try beginWriting()
    guard var application else { throw ReplicaLogClosed() }
    self.application = nil
    let before = application.journal.end
    defer {
      self.application = application.journal.isBroken ? nil : application
      if isClosed || application.journal.end != before { tell() }
    }
    do { return try body(&application) } catch let error as ReplicaLogClosed {
      isClosed = true
      throw error
    }
  }

  private func collect(_ names: Set<String>?) throws {
    try writing { application in try application.inboxes.collect(names, into: &application.journal) }
  }

  private func follow() {
    watch = files.watchFolders([path, path + "/inboxes"]) { [weak self, queue] names in
      queue.async { [weak self] in self?.changed(names) }
    }
  }

  private func changed(_ names: Set<String>?) {
    if watch?.isOver == true { follow() }
    let hasJournal = names?.contains(where: JournalGenerations.isJournal) ?? true
    guard helper == nil, !isClosed else { return hasJournal ? tell() : () }
    let inboxes = names?.filter { InboxName($0) != nil && !JournalGenerations.isJournal($0) }
    do {
      if hasJournal { try writing { try $0.journal.checkIsLast() } }
      if inboxes?.isEmpty != true { try collect(inboxes) }
    } catch {
      // What cannot be entered now is entered after the next change, or when the log is used next.
      tell()
    }
  }

  private func tell() { for listener in listeners.values { listener.yield() } }
}
