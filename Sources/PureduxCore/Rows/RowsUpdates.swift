/// The rows of a list and their changes, one update after another. See ``StoreRows/updates()``.
public struct RowsUpdates<ID: Hashable & Sendable>: AsyncSequence, Sendable {
  public typealias Element = RowsUpdate<ID>

  let admission: RowAdmission<ID>

  public func makeAsyncIterator() -> Iterator { Iterator(admission) }

  /// Gives the updates to one reader.
  public struct Iterator: AsyncIteratorProtocol {
    private let pending = Guarded<RowsUpdate<ID>?>(nil)
    private var signals: AsyncStream<Void>.Iterator

    init(_ admission: RowAdmission<ID>) {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let sender = Sender(continuation)
      let registration = admission.enter { [pending] update in
        pending.withLock { $0 = $0?.followed(by: update) ?? update }
        sender.signal()
      }
      // The store keeps the observer, and the observer the sender: so the sequence ends with the store.
      continuation.onTermination = { [weak registration] _ in registration?.end() }
      signals = stream.makeAsyncIterator()
    }

    public mutating func next() async -> RowsUpdate<ID>? {
      while await signals.next() != nil {
        if let update = pending.take() { return update }
      }
      return nil
    }
  }

  /// Ends the stream when the observer that holds it goes.
  private final class Sender: Sendable {
    private let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }

    func signal() { continuation.yield() }
  }
}

extension RowsUpdate {
  /// Both updates as one. As many changes are kept as the collection keeps; more are told as a change of everything.
  func followed(by next: RowsUpdate) -> RowsUpdate {
    guard let changes, let more = next.changes, changes.count + more.count <= ChangeJournal<ID>.mostChanges else {
      return RowsUpdate(rows: next.rows, changes: nil)
    }
    return RowsUpdate(rows: next.rows, changes: changes + more)
  }
}
