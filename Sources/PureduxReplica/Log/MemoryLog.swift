extension ReplicaLog {
  /// Creates a log in memory, for previews and tests, and for several stores of one process.
  ///
  /// - Parameters:
  ///   - mostEntries: The number of entries after which the log asks for a snapshot.
  ///   - accepts: Decides, as a server would, whether an entry is valid. A rejected entry keeps its place in the order.
  ///     Called once for each new entry, in the order of the log. It must not use the log.
  public static func memory(
    mostEntries: Int = 1_000, accepts: @escaping @Sendable (_ entry: ReplicaEntry) -> Bool = { _ in true }
  ) -> ReplicaLog {
    let log = MemoryLog(mostEntries: mostEntries, accepts)
    return ReplicaLog(
      newClient: { log.newClient() }, append: { log.append($0) }, read: { log.read(after: $0) },
      changes: { log.changes() }, compact: { log.compact($0) })
  }
}

final class MemoryLog: Sendable {
  private struct Contents {
    var snapshot: ReplicaSnapshot?
    var entries: [ReplicaEntry] = []
    var numbers: [UInt64: UInt64] = [:]
    /// The number of entries at which the next reader is asked for a snapshot.
    var nextRequest: Int
    var listeners: [UInt64: AsyncStream<Void>.Continuation] = [:]
    var listenerCount: UInt64 = 0

    var start: UInt64 { snapshot?.position ?? 0 }
  }

  private let contents: Guarded<Contents>
  private let accepts: @Sendable (ReplicaEntry) -> Bool
  private let mostEntries: Int
  private static let mostEntriesOfBatch = 500

  init(mostEntries: Int, _ accepts: @escaping @Sendable (ReplicaEntry) -> Bool) {
    contents = Guarded(Contents(nextRequest: mostEntries))
    (self.mostEntries, self.accepts) = (mostEntries, accepts)
  }

  /// Draws a number, so that the clients of several machines differ in the log of their server.
  func newClient() -> UInt64 { max(1, Identity().spread(with: 0)) }

  func append(_ entries: [ReplicaEntry]) {
    let listeners = contents.withLock { contents in
      for var entry in entries {
        let last = contents.numbers[entry.client] ?? 0
        guard entry.number > last else { continue }
        guard entry.number == last + 1 else { break }
        if !accepts(entry) { entry.action = nil }
        contents.entries.append(entry)
        contents.numbers[entry.client] = entry.number
      }
      return Array(contents.listeners.values)
    }
    for listener in listeners { listener.yield() }
  }

  func read(after position: UInt64?) -> ReplicaBatch? {
    contents.withLock { contents in
      guard let snapshot = contents.snapshot else {
        return position == nil ? ReplicaBatch(after: 0, [], wantsSnapshot: true) : nil
      }
      let wantsSnapshot = contents.entries.count >= contents.nextRequest
      // One reader is asked; the next one only if that reader does not answer.
      if wantsSnapshot { contents.nextRequest = contents.entries.count + mostEntries }
      guard let position, position >= contents.start else {
        return ReplicaBatch(
          after: snapshot.position, Array(contents.entries.prefix(Self.mostEntriesOfBatch)), snapshot: snapshot,
          wantsSnapshot: wantsSnapshot)
      }
      let rest = contents.entries.dropFirst(Int(clamping: position - contents.start)).prefix(Self.mostEntriesOfBatch)
      if rest.isEmpty, !wantsSnapshot { return nil }
      return ReplicaBatch(after: position, Array(rest), wantsSnapshot: wantsSnapshot)
    }
  }

  func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = contents.withLock {
      $0.listenerCount += 1
      $0.listeners[$0.listenerCount] = continuation
      return $0.listenerCount
    }
    continuation.onTermination = { [contents] _ in
      _ = contents.withLock { $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }

  func compact(_ snapshot: ReplicaSnapshot) {
    contents.withLock { contents in
      let end = contents.start + UInt64(contents.entries.count)
      guard snapshot.position <= end else { return }
      guard contents.snapshot == nil || snapshot.position > contents.start else { return }
      contents.entries.removeFirst(Int(clamping: snapshot.position - contents.start))
      contents.snapshot = snapshot
      contents.nextRequest = mostEntries
    }
  }
}
