/// The state machine of a mailbox: the queued messages, their order, and the current delivery.
///
/// The state is a plain value, without locks or threads. Each transition returns the next step, which the caller
/// performs outside the lock.
@usableFromInline
struct MailboxState {
  /// A queued message, or a run of consecutive actions in one action queue.
  @usableFromInline
  enum Item: Sendable {
    case actions(any AnyActionQueue, Int)
    case message(Mailbox.Message)
    case delivered
  }

  /// The items of one delivery.
  typealias Batch = ContiguousArray<Item>

  private enum Phase {
    case idle, scheduled, delivering
  }

  private var waiting = Batch()
  /// The empty batch of the last delivery, kept to reuse its capacity. The next delivery takes this batch.
  private var spare = Batch()
  /// The action queue of the latest run of consecutive actions. `run` is the number of actions in that run.
  ///
  /// The run becomes an item only when another message follows, so that posting the next action of the run costs only
  /// one addition.
  @usableFromInline var latest: (any AnyActionQueue)?
  @usableFromInline var run = 0
  private var phase = Phase.idle
  /// The data for an observer of posts; nil if there is no observer. While there is an observer, `latest` is nil, so
  /// that the observer is notified of each post.
  private var observed: ObservedPosts?

  @usableFromInline init() {}

  /// Counts an action that the caller appends to `actionQueue`. Returns true if a delivery must be scheduled.
  @inlinable
  mutating func postAction(to actionQueue: any AnyActionQueue) -> Bool {
    guard latest === actionQueue else { return postToOther(actionQueue) }
    run += 1
    return false
  }

  @usableFromInline
  mutating func postToOther(_ actionQueue: any AnyActionQueue) -> Bool {
    if observed?.actionPosted(to: actionQueue) == true {
      run += 1
      return false
    }
    closeRun()
    run = 1
    if let observed, observed.isOpen {
      observed.latest = actionQueue
      return observed.held == nil && schedule()
    }
    latest = actionQueue
    return schedule()
  }

  /// Queues a message. Returns true if a delivery must be scheduled.
  mutating func post(_ message: @escaping Mailbox.Message) -> Bool {
    closeRun()
    guard let observed, observed.isOpen else {
      waiting.append(.message(message))
      return schedule()
    }
    let noted = Item.message(observed.observer.noted(message))
    guard observed.held == nil else {
      observed.held?.append(noted)
      return false
    }
    waiting.append(noted)
    return schedule()
  }

  /// Queues a message, and notifies an observer of all later posts. Replaces the previous observer, if any, and ends
  /// its pause.
  mutating func beginObserving(_ observer: any PostObserver, _ message: @escaping Mailbox.Message) -> Bool {
    endPause()
    let schedule = post(message)
    observed = ObservedPosts(observer)
    return schedule
  }

  /// Stops notifying an observer of posts, and ends its pause.
  mutating func endObserving(_ observer: any PostObserver, _ message: @escaping Mailbox.Message) -> Bool {
    if observed?.observer === observer {
      endPause()
      observed?.isOpen = false
    }
    return post(message)
  }

  /// Removes an observer that is no longer notified, unless another observer has replaced it.
  mutating func forgetObserver(_ observer: any PostObserver) {
    guard observed?.observer === observer else { return }
    closeRun()
    observed = nil
  }

  /// Returns all queued items if a delivery was scheduled and has not begun; nil otherwise.
  mutating func beginDelivering() -> Batch? {
    guard phase == .scheduled else { return nil }
    closeRun()
    var batch = begin()
    swap(&batch, &waiting)
    return batch
  }

  /// Returns an empty batch if nothing is queued and no delivery is running; nil otherwise.
  mutating func beginAtOnce() -> Batch? {
    guard phase == .idle else { return nil }
    if let observed, observed.isOpen {
      guard observed.held == nil else { return nil }
      observed.observer.actionPosted()
    }
    return begin()
  }

  private mutating func begin() -> Batch {
    phase = .delivering
    var batch = Batch()
    swap(&batch, &spare)
    return batch
  }

  /// Takes all queued items in exchange for an empty batch.
  ///
  /// Returns false if nothing is queued: the delivery then ends, and the batch is kept for the next delivery.
  mutating func take(_ batch: inout Batch) -> Bool {
    assert(phase == .delivering, "a batch was taken, but no delivery is running")
    closeRun()
    guard !waiting.isEmpty else {
      phase = .idle
      swap(&spare, &batch)
      return false
    }
    swap(&waiting, &batch)
    return true
  }

  /// Ends a delivery, even if messages are still queued, and keeps the memory of its batch for the next delivery.
  /// Returns true if another delivery must be scheduled.
  mutating func interrupt(_ batch: inout Batch) -> Bool {
    closeRun()
    phase = .idle
    swap(&spare, &batch)
    return waiting.isEmpty ? false : schedule()
  }

  /// Takes all queued items, because the scheduled delivery will never run.
  mutating func abandon(_ batch: inout Batch) {
    guard phase == .scheduled else { return }
    closeRun()
    endPause()
    swap(&waiting, &batch)
    phase = .idle
    observed?.observer.postsAbandoned()
  }

  private mutating func closeRun() {
    if let actionQueue = latest {
      waiting.append(.actions(actionQueue, run))
      latest = nil
    } else if let observed, let actionQueue = observed.latest {
      let item = Item.actions(actionQueue, run)
      observed.latest = nil
      if observed.held?.append(item) == nil { waiting.append(item) }
    }
  }

  private mutating func schedule() -> Bool {
    guard phase == .idle else { return false }
    phase = .scheduled
    return true
  }
}

// Pausing.
extension MailboxState {
  /// Queues `command`, and holds back later messages; if already paused, only queues `command`.
  ///
  /// Returns true if a delivery must be scheduled. If `observer` is no longer notified, returns nil and changes
  /// nothing.
  ///
  /// - Parameter comeBack: Delivered before the held messages if the pause ends without `endPause(for:_:)`.
  mutating func pause(
    for observer: any PostObserver, comeBack: @escaping Mailbox.Message, _ command: @escaping Mailbox.Message
  ) -> Bool? {
    guard let observed, observed.isOpen, observed.observer === observer else { return nil }
    if observed.held == nil {
      closeRun()
      observed.held = []
      observed.comeBack = comeBack
    }
    waiting.append(.message(command))
    return schedule()
  }

  /// Ends the pause: queues `command`, then the held messages. Returns nil if there is no pause.
  mutating func endPause(for observer: any PostObserver, _ command: @escaping Mailbox.Message) -> Bool? {
    guard let observed, observed.observer === observer, observed.held != nil else { return nil }
    observed.comeBack = command
    endPause()
    return schedule()
  }

  /// Queues a message that changes no state, ahead of the messages held back by a pause.
  mutating func postDuringPause(_ message: @escaping Mailbox.Message) -> Bool {
    guard let observed, observed.held != nil else { return post(message) }
    waiting.append(.message(observed.observer.notedDuringPause(message)))
    return schedule()
  }

  private mutating func endPause() {
    guard let observed, observed.held != nil else { return }
    closeRun()
    if let comeBack = observed.comeBack { waiting.append(.message(comeBack)) }
    waiting.append(contentsOf: observed.held ?? [])
    (observed.held, observed.comeBack) = (nil, nil)
  }
}

/// A mailbox's data for an observer of posts: the current run of actions, and the messages of a pause.
///
/// Stored out of line, so that the mailbox's state does not grow.
final class ObservedPosts: @unchecked Sendable {
  // SAFETY: all mutable state is accessed through the state of the mailbox, and therefore with its lock held.
  let observer: any PostObserver
  /// Whether the observer is still notified.
  // SAFETY: accessed only with the mailbox's lock held, which only the mailbox acquires.
  @exclusivity(unchecked) var isOpen = true
  /// Replaces `MailboxState.latest`, which stays nil while posts are observed, so that every post notifies the
  /// observer.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var latest: (any AnyActionQueue)?
  /// The messages held back by a pause; nil if there is no pause.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var held: MailboxState.Batch?
  /// The message to deliver before the held messages when the pause ends.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var comeBack: Mailbox.Message?

  init(_ observer: any PostObserver) { self.observer = observer }

  /// Notifies the observer of an action, unless `isOpen` is false. Returns whether the action continues the current run.
  func actionPosted(to actionQueue: any AnyActionQueue) -> Bool {
    if isOpen { observer.actionPosted() }
    return latest === actionQueue
  }
}
