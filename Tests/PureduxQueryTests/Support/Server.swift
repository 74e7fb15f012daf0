import PureduxQuery

/// A note that counts its changes, with marks that changes add.
struct Note: Codable, Equatable, Sendable {
  var version = 0
  var marks: [Int] = []
}

struct AddMark: PendingChange, Codable, Equatable {
  let keys: [Int]
  let mark: Int

  init(_ mark: Int, to keys: Int...) { (self.keys, self.mark) = (keys, mark) }

  func apply(to note: inout Note, of key: Int) { if !note.marks.contains(mark) { note.marks.append(mark) } }
}

/// A server with a test's clock: it reads half a second after a request, and its response arrives half a second later.
final class Server: Sendable {
  struct Down: Error {}

  struct Content {
    var notes: [Int: Note] = [:]
    var log: [String] = []
    var fetchFailures: [Int: Int] = [:]
    var sendFailures = 0
    var taken: [Identity] = []
    var delay = Duration.milliseconds(500)
  }

  private let content = Guarded(Content())

  private func wait() async throws {
    try await StoreContext.current.clock.sleep(content.withLock { $0.delay })
  }

  func fetch(_ key: Int) async throws -> Note {
    content.withLock { $0.log.append("fetch \(key)") }
    try await wait()
    let note = try content.withLock { content in
      if let left = content.fetchFailures[key], left > 0 {
        content.fetchFailures[key] = left - 1
        throw Down()
      }
      return content.notes[key] ?? Note()
    }
    try await wait()
    return note
  }

  /// The server refuses a negative mark.
  func send(_ change: AddMark, _ id: Identity, answers: Bool) async throws -> [Int: Note] {
    content.withLock { $0.log.append("send \(change.mark)") }
    try await wait()
    let notes = try content.withLock { content in
      if content.sendFailures > 0 {
        content.sendFailures -= 1
        throw Down()
      }
      if change.mark < 0 { throw Refused() }
      let isNew = !content.taken.contains(id)
      if isNew { content.taken.append(id) }
      for key in change.keys where isNew {
        change.apply(to: &content.notes[key, default: Note()], of: key)
        content.notes[key]?.version += 1
      }
      return content.notes.filter { change.keys.contains($0.key) }
    }
    try await wait()
    return answers ? notes : [:]
  }

  func change(_ key: Int) { content.withLock { $0.notes[key, default: Note()].version += 1 } }
  func failFetches(of key: Int, times: Int) { content.withLock { $0.fetchFailures[key] = times } }
  func failSending(times: Int) { content.withLock { $0.sendFailures = times } }
  func answerAfter(_ delay: Duration) { content.withLock { $0.delay = delay } }
  func note(_ key: Int) -> Note { content.withLock { $0.notes[key] ?? Note() } }
  var taken: [Identity] { content.withLock { $0.taken } }

  /// The requests since the last call.
  func takeLog() -> [String] {
    content.withLock { content in
      defer { content.log = [] }
      return content.log
    }
  }
}
