import PureduxCore

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let guarded = Guarded<[Entry]>([])

  var entries: [Entry] { guarded.withLock { $0 } }
  func append(_ entry: Entry) { guarded.withLock { $0.append(entry) } }
}
