internal import PureduxAtomics
package import PureduxCore

/// The cause of a posted message, and the time at which the message was posted.
struct PostedCause: Sendable {
  /// The recording's ID and the number of the event that was current at the time of posting. Both are packed into one
  /// word, which is 0 if no event was current.
  let event: UInt64
  let ticks: UInt64

  static func here() -> PostedCause { PostedCause(event: puredux_thread_cause(), ticks: puredux_ticks()) }
}

/// The causes of the actions queued in a recorded tree's mailbox.
///
/// There is one cause per queued action, in posting order, which is also the order of delivery.
package final class PostedCauses: PostObserver, @unchecked Sendable {
  // SAFETY: accessed with the mailbox's lock held.
  @exclusivity(unchecked) private var waiting: ContiguousArray<PostedCause> = []
  // SAFETY: set once, in `init`. Weak, because the mailbox retains this object, and the tree retains the mailbox.
  // `tree` is loaded only in turns: a load with a lock held might release the last reference to the tree under that
  // lock.
  @exclusivity(unchecked) private weak var tree: StoreTree?
  /// A flag that is raised when the queued actions and their causes have been dropped.
  let wereAbandoned = AtomicFlag()

  init(_ tree: StoreTree) { self.tree = tree }

  /// Returns the recorder of these causes, or nil if the recorder no longer observes the tree.
  ///
  /// Looks up the recorder through the tree, because a weak reference would slow down the recorder's reference counting
  /// in each turn.
  private func recorder(_ turn: borrowing Turn) -> TurnRecorder? {
    guard let recorder = tree?.turnObserver(turn) as? TurnRecorder, recorder.posts === self else { return nil }
    return recorder
  }

  /// Swaps the causes of the queued actions with `causes`, which must be empty. `locked` proves that the mailbox's lock
  /// is held.
  func take(_ causes: inout ContiguousArray<PostedCause>, _ locked: borrowing LockToken) { swap(&waiting, &causes) }

  package func actionPosted() { waiting.append(.here()) }

  package func postsAbandoned() {
    waiting.removeAll()
    wereAbandoned.raise()
  }

  package func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message {
    let cause = PostedCause.here()
    return { [self] turn in
      if let recorder = recorder(turn) { recorder.deliver(message, becauseOf: cause, turn) } else { message(turn) }
    }
  }

  package func notedDuringPause(_ message: @escaping Mailbox.Message) -> Mailbox.Message {
    { [self] turn in
      guard let recorder = recorder(turn), recorder.isInPast else { return message(turn) }
      recorder.travel(turn) { message(turn) }
    }
  }
}

/// The causes of delivered actions, in posting order, and the cause of the current message.
struct DeliveredCauses {
  private var waiting: ContiguousArray<PostedCause> = []
  private var next = 0
  var ofMessage: PostedCause?

  /// Returns the cause of the next action; `refill` fetches the causes of newer actions.
  mutating func first(_ refill: (inout ContiguousArray<PostedCause>) -> Void) -> PostedCause {
    if let ofMessage { return ofMessage }
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
      refill(&waiting)
      if waiting.isEmpty { return .here() }
    }
    return waiting[next]
  }

  /// Removes the cause that `first(_:)` returned.
  mutating func removeFirst() {
    if ofMessage == nil, next < waiting.count { next += 1 }
  }

  /// Discards the causes of dropped actions.
  mutating func abandon() { next = waiting.count }
}
