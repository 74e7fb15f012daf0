/// The decisions of a mailbox: what waits, in which order, and whether someone delivers it.
///
/// A plain value without a lock or a thread. Its transitions return what the caller has to do after it has left the
/// lock.
@usableFromInline
struct MailboxState {
  /// A waiting message, or the number of actions in a row that wait in one action queue.
  @usableFromInline
  enum Item: Sendable {
    case actions(any AnyActionQueue, Int)
    case message(Mailbox.Message)
    case delivered
  }

  /// The items that one delivery takes out.
  typealias Batch = ContiguousArray<Item>

  private enum Phase {
    case idle, scheduled, delivering
  }

  private var waiting = Batch()
  /// The capacity of the last batch, for the next one. It is empty, and taken out during a delivery.
  private var spare = Batch()
  /// The action queue of the latest posts, and how many there were in a row.
  ///
  /// They become an item when another message follows, so that counting an action costs one addition.
  @usableFromInline var latest: (any AnyActionQueue)?
  @usableFromInline var run = 0
  private var phase = Phase.idle
  /// What is kept for an observer of the posts. `latest` is nil then, so that the observer is told of each post.
  private var observed: ObservedPosts?

  @usableFromInline init() {}

  /// Counts an action that the caller puts into `actionQueue`. Returns true when a delivery has to be scheduled.
  @inlinable
  mutating func postAction(to actionQueue: any AnyActionQueue) -> Bool {
    guard latest === actionQueue else { return postToOther(actionQueue) }
    run += 1
    return false
  }

  @usableFromInline
  mutating func postToOther(_ actionQueue: any AnyActionQueue) -> Bool {
    if let observed, observed.isOpen {
      observed.observer.actionPosted()
      if observed.latest === actionQueue {
        run += 1
        return false
      }
      closeRun()
      observed.latest = actionQueue
      run = 1
      return observed.held == nil && schedule()
    }
    closeRun()
    latest = actionQueue
    run = 1
    return schedule()
  }

  /// Puts a message behind the others. Returns true when a delivery has to be scheduled.
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

  /// Has an observer told of all posts that follow, behind a message. It takes over from another one, whose pause ends.
  mutating func beginObserving(_ observer: any PostObserver, _ message: @escaping Mailbox.Message) -> Bool {
    endPause()
    let schedule = post(message)
    observed = ObservedPosts(observer)
    return schedule
  }

  /// Has it told no more. Its pause ends.
  mutating func endObserving(_ observer: any PostObserver, _ message: @escaping Mailbox.Message) -> Bool {
    if observed?.observer === observer {
      endPause()
      observed?.isOpen = false
    }
    return post(message)
  }

  /// Forgets an observer that is told no more, unless another has taken over.
  mutating func forgetObserver(_ observer: any PostObserver) {
    guard observed?.observer === observer else { return }
    closeRun()
    observed = nil
  }

  /// Returns all that waits where a delivery was scheduled and has not begun; nil otherwise.
  mutating func beginDelivering() -> Batch? {
    guard phase == .scheduled else { return nil }
    closeRun()
    var batch = begin()
    swap(&batch, &waiting)
    return batch
  }

  /// Returns an empty batch where nothing waits and nobody delivers; nil otherwise.
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

  /// Swaps all that waits with an empty batch.
  ///
  /// Returns false when nothing waits: then the delivery is over, and the batch has been handed back.
  mutating func take(_ batch: inout Batch) -> Bool {
    assert(phase == .delivering, "a batch was taken, and nobody delivers")
    closeRun()
    guard !waiting.isEmpty else {
      phase = .idle
      swap(&spare, &batch)
      return false
    }
    swap(&waiting, &batch)
    return true
  }

  /// Ends a delivery although more may wait. True when another must be scheduled.
  mutating func interrupt() -> Bool {
    closeRun()
    phase = .idle
    return waiting.isEmpty ? false : schedule()
  }

  /// Takes out all that waits, when the scheduled delivery will never run.
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
  /// Has all that is posted from now on wait, unless it does already, and puts `command` before it.
  ///
  /// Returns true when a delivery has to be scheduled; nil, having changed nothing, where `observer` is told no more.
  ///
  /// - Parameter comeBack: Delivered before what waits goes on, where the pause ends with its observer.
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

  /// Ends the pause: delivers `command`, then what waited. Nil where there is no pause.
  mutating func endPause(for observer: any PostObserver, _ command: @escaping Mailbox.Message) -> Bool? {
    guard let observed, observed.observer === observer, observed.held != nil else { return nil }
    observed.comeBack = command
    endPause()
    return schedule()
  }

  /// Puts a message that changes no state behind the others, or before those that wait for the end of a pause.
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

/// What a mailbox keeps for an observer of its posts: the run of actions under way, and what waits while it is paused.
///
/// It stands beside the mailbox's state, which does not grow by it.
final class ObservedPosts: @unchecked Sendable {
  // SAFETY: all that changes is reached through the state of the mailbox, and so with its lock.
  let observer: any PostObserver
  /// False when posts are no longer told.
  // SAFETY: reached with the lock of the mailbox, which the mailbox alone takes.
  @exclusivity(unchecked) var isOpen = true
  /// As `MailboxState.latest`, which stays nil meanwhile so that each post comes here.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var latest: (any AnyActionQueue)?
  /// What waits for the end of a pause; nil while there is none.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var held: MailboxState.Batch?
  /// Delivered before what waits, when the pause ends.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var comeBack: Mailbox.Message?

  init(_ observer: any PostObserver) { self.observer = observer }
}
