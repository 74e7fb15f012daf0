public import PureduxCollections

/// The rows of a list, and the changes since the previous update.
@frozen
public struct RowsUpdate<ID: Hashable & Sendable>: Sendable {
  /// The identities of the rows, in order.
  public let rows: RowList<ID>
  /// The changes since the previous update, oldest first. The changes are nil in the first update, and whenever every
  /// row may have changed.
  public let changes: [ElementChange<ID>]?

  @inlinable
  init(rows: RowList<ID>, changes: [ElementChange<ID>]?) { (self.rows, self.changes) = (rows, changes) }
}

extension RowsUpdate {
  /// Combines two updates. If the two updates contain more changes than a collection's journal keeps between turns, the
  /// combined `changes` are nil.
  func followed(by next: RowsUpdate) -> RowsUpdate {
    guard let changes, let more = next.changes, changes.count + more.count <= ChangeJournal<ID>.mostChanges else {
      return RowsUpdate(rows: next.rows, changes: nil)
    }
    return RowsUpdate(rows: next.rows, changes: changes + more)
  }
}

/// Iterates over the updates to the rows of a list.
final class RowsReader<ID: Hashable & Sendable> {
  private let pending = Guarded<RowsUpdate<ID>?>(nil)
  /// Each wait makes an iterator, because a stored one could not be sent to where it waits.
  private let signals: AsyncStream<Void>
  private let context: StoreContext
  /// The source location of the call that created the sequence.
  private let location: SourceLocation

  init(_ admission: RowAdmission<ID>, _ location: SourceLocation) {
    (context, self.location) = (admission.context, location)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let sender = Sender(continuation)
    let registration = admission.enter { [pending] update in
      pending.withLock { $0 = $0?.followed(by: update) ?? update }
      sender.signal()
    }
    // The store retains the observer, and the observer retains the sender, so the sequence ends when the store is
    // released.
    continuation.onTermination = { [weak registration] _ in registration?.cancel() }
    signals = stream
  }

  func next() async -> RowsUpdate<ID>? {
    while await nextSignal() != nil {
      if let update = pending.take() { return update }
    }
    return nil
  }

  private func nextSignal() async -> Void? {
    await context.waiting(in: "updates", at: location) { [signals] in
      var iterator = signals.makeAsyncIterator()
      return await iterator.next()
    }
  }

  /// Ends the stream when the observer that retains this object is released.
  private final class Sender: Sendable {
    private let continuation: AsyncStream<Void>.Continuation

    init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }

    func signal() { continuation.yield() }
  }
}

/// Registers observers of one handle's rows.
@usableFromInline
struct RowAdmission<ID: Hashable & Sendable>: Sendable {
  private let audience: Audience<RowsUpdate<ID>>
  private let tree: StoreTree
  private let lifetime: Lifetime?
  /// Returns the rows as of the given turn.
  private let rows: @Sendable (borrowing Turn) -> RowList<ID>

  @usableFromInline
  init(
    audience: Audience<RowsUpdate<ID>>, tree: StoreTree, lifetime: Lifetime?,
    rows: @escaping @Sendable (borrowing Turn) -> RowList<ID>
  ) {
    self.audience = audience
    self.tree = tree
    self.lifetime = lifetime
    self.rows = rows
  }

  var context: StoreContext { tree.context }

  /// Posts the registration of an observer that is retained only by its subscription token.
  func subscribe(_ observe: @escaping @Sendable (RowsUpdate<ID>) -> Void) -> StoreSubscription {
    let registration = Registration(number: tree.nextNumber(), audience: audience, call: observe)
    tree.mailbox.postDuringPause { [self, weak registration] turn in
      if let registration { admit(registration, turn) }
    }
    return StoreSubscription(registration)
  }

  /// Posts the registration of an observer that the store retains until the observer ends.
  func enter(_ observe: @escaping @Sendable (RowsUpdate<ID>) -> Void) -> Registration<RowsUpdate<ID>> {
    let registration = Registration(number: tree.nextNumber(), audience: audience, call: observe)
    tree.mailbox.postDuringPause { [self] turn in admit(registration, turn) }
    return registration
  }

  private func admit(_ registration: Registration<RowsUpdate<ID>>, _ turn: borrowing Turn) {
    if registration.isEnded { return }
    audience.admit(registration, endingWith: lifetime, turn) { RowsUpdate(rows: rows(turn), changes: nil) }
  }
}
