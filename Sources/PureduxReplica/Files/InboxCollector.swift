internal import PureduxFiles

/// Enters the entries of all inboxes into the journal.
///
/// An inbox that was not written for a long time is closed: it is renamed, read to its end, and removed. A process that
/// wakes up later finds its inbox gone, and appends what is not in the journal under a new client.
struct InboxCollector {
  private let inboxes: OpenFolder
  private let orphanAge: Duration
  private let damaged: DamagedFiles
  /// The inboxes that are open, and read up to their ends, by name.
  private var sources: [String: RecordFile] = [:]

  private static let sizeOfFirst = 1 << 12

  init(_ inboxes: OpenFolder, orphanAge: Duration, _ damaged: DamagedFiles) {
    (self.inboxes, self.orphanAge, self.damaged) = (inboxes, orphanAge, damaged)
  }

  /// Whether a client has an inbox.
  func has(_ client: UInt64) -> Bool {
    ((try? inboxes.names()) ?? []).contains { InboxName($0)?.client == client }
  }

  /// Enters the entries of the inboxes with these names; nil means all of them, and closes the orphaned ones.
  mutating func collect(_ names: Set<String>?, into journal: inout JournalWriter) throws {
    for name in try names.map(Array.init) ?? namesByTime() {
      guard let inbox = InboxName(name), try collect(name, into: &journal) else { continue }
      if inbox.isClosing {
        try remove(name, journal)
      } else if names == nil, let age = try inboxes.age(name), age > orphanAge {
        try close(inbox, into: &journal)
      }
    }
  }

  /// Returns whether the inbox was entered to its end.
  private mutating func collect(_ name: String, into journal: inout JournalWriter) throws -> Bool {
    let file: RecordFile
    if let source = sources[name] {
      file = source
    } else {
      do throws(FileFailure) { file = try RecordFile(inboxes, name, .read) } catch {
        if error.isMissing { return false }
        throw error
      }
    }
    sources[name] = file
    while true {
      let records = try file.read()
      if records.isEmpty { break }
      let entries = records.compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
      do {
        guard try journal.enter(entries) else {
          // Never read past an entry that was not entered.
          file.rewind()
          return false
        }
      } catch {
        file.rewind()
        throw error
      }
    }
    // Without its inbox, the process appends what is not in the journal under a new client.
    let isDamaged = try damaged.setAside(file, in: inboxes)
    // The process has closed its inbox, all of which was in the journal.
    if try !file.isNamed() { sources[name] = nil }
    return !isDamaged
  }

  private mutating func close(_ inbox: InboxName, into journal: inout JournalWriter) throws {
    let (open, closing) = (inbox.name, inbox.closing.name)
    do throws(FileFailure) { try inboxes.rename(open, closing) } catch {
      if error.isMissing { return }
      throw error
    }
    sources[closing] = sources.removeValue(forKey: open)
    if try collect(closing, into: &journal) { try remove(closing, journal) }
  }

  private mutating func remove(_ closing: String, _ journal: JournalWriter) throws {
    try journal.checkIsLast()
    inboxes.remove(closing)
    sources[closing] = nil
  }

  /// The names of all inboxes, in the order of their first entries, so that the entries of an earlier run come first.
  private func namesByTime() throws -> [String] {
    try inboxes.names().map { name in
      let first = try? RecordFile(inboxes, name, .read).read(atMost: Self.sizeOfFirst).first
      return if case .entry(let entry)? = first { (name, entry.inputs.time) } else { (name, Int64.max) }
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }
}

/// The name of an inbox: a helper, and the client that writes it.
struct InboxName {
  let helper: String
  let client: UInt64
  let isClosing: Bool

  private static let closing = ".closing"

  init(helper: String, client: UInt64, isClosing: Bool = false) {
    (self.helper, self.client, self.isClosing) = (helper, client, isClosing)
  }

  init?(_ name: String) {
    isClosing = name.hasSuffix(Self.closing)
    let open = isClosing ? name.dropLast(Self.closing.count) : name[...]
    guard let dash = open.lastIndex(of: "-"), let client = UInt64(open[open.index(after: dash)...], radix: 16) else {
      return nil
    }
    (helper, self.client) = (String(open[..<dash]), client)
  }

  var name: String { "\(helper)-\(String(client, radix: 16))\(isClosing ? Self.closing : "")" }
  var closing: InboxName { InboxName(helper: helper, client: client, isClosing: true) }
}
