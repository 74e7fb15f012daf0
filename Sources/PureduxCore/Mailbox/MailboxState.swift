/// The mailbox's bookkeeping: what waits, in which order, and whether someone is delivering it.
///
/// A plain value with no lock and no thread. Its transitions say what the caller must do after it has
/// left the lock.
@usableFromInline
struct MailboxState {
  /// A message that waits, or how many actions in a row wait in one action queue.
  @usableFromInline
  enum Item: Sendable {
    case actions(any AnyActionQueue, Int)
    case message(Mailbox.Message)
    case delivered
  }

  /// What one delivery takes out.
  typealias Batch = ContiguousArray<Item>

  private enum Phase {
    case idle, scheduled, delivering
  }

  private var waiting = Batch()
  /// The room of the last delivery, for the next one: empty, and meanwhile out of here.
  private var spare = Batch()
  /// The action queue that was posted to last, and how often in a row: not an item yet, so that counting
  /// costs one addition.
  @usableFromInline var latest: (any AnyActionQueue)?
  @usableFromInline var run = 0
  private var phase = Phase.idle

  @usableFromInline init() {}

  /// Counts an action that the caller puts into `actionQueue`. True when a delivery must be scheduled.
  @inlinable
  mutating func postAction(to actionQueue: any AnyActionQueue) -> Bool {
    guard latest === actionQueue else { return postToOther(actionQueue) }
    run += 1
    return false
  }

  @usableFromInline
  mutating func postToOther(_ actionQueue: any AnyActionQueue) -> Bool {
    closeRun()
    latest = actionQueue
    run = 1
    return schedule()
  }

  /// Puts a message behind what is there. True when a delivery must be scheduled.
  mutating func post(_ message: @escaping Mailbox.Message) -> Bool {
    closeRun()
    waiting.append(.message(message))
    return schedule()
  }

  /// All that waits, if the caller may deliver it: someone must have been asked to, and nobody be at it.
  mutating func beginDelivering() -> Batch? {
    guard phase == .scheduled else { return nil }
    closeRun()
    var batch = begin()
    swap(&batch, &waiting)
    return batch
  }

  /// An empty batch, if nothing waits and nobody delivers.
  mutating func beginAtOnce() -> Batch? { phase == .idle ? begin() : nil }

  private mutating func begin() -> Batch {
    phase = .delivering
    var batch = Batch()
    swap(&batch, &spare)
    return batch
  }

  /// Swaps all that waits with an empty batch. False when nothing waits, and delivering is over: the batch is
  /// handed back.
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

  /// Takes all that waits, when the delivery that was scheduled for it will never be.
  mutating func abandon(_ batch: inout Batch) {
    guard phase == .scheduled else { return }
    closeRun()
    swap(&waiting, &batch)
    phase = .idle
  }

  private mutating func closeRun() {
    guard let actionQueue = latest else { return }
    waiting.append(.actions(actionQueue, run))
    latest = nil
  }

  private mutating func schedule() -> Bool {
    guard phase == .idle else { return false }
    phase = .scheduled
    return true
  }
}
