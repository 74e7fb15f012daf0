/// The mailbox's bookkeeping: what waits, in which order, and whether someone is delivering it.
///
/// A plain value with no lock and no thread. Its transitions say what the caller must do after it has
/// left the lock.
@usableFromInline
struct MailboxState {
  /// A message that waits, or how many actions in a row wait in one lane.
  @usableFromInline
  enum Entry: Sendable {
    case actions(any AnyLane, Int)
    case message(Mailbox.Message)
    case delivered
  }

  /// What one delivery takes out: entries in their order, and the lanes whose actions they count.
  struct Batch: Sendable {
    var entries: ContiguousArray<Entry> = []
    var lanes: ContiguousArray<any AnyLane> = []

    /// Hands an entry over, so that what it keeps alive goes as soon as it has been delivered.
    mutating func takeEntry(at index: Int) -> Entry {
      defer { entries[index] = .delivered }
      return entries[index]
    }

    /// Empties the batch, keeping room for as much again, unless that is a lot.
    mutating func clear() {
      entries.removeAll(keepingCapacity: entries.capacity < 4096)
      lanes.removeAll(keepingCapacity: lanes.capacity < 4096)
    }
  }

  private enum Phase {
    case idle, scheduled, delivering
  }

  private var waiting = Batch()
  /// The lane that was posted to last, and how often in a row: not an entry yet, so that counting
  /// costs one addition.
  @usableFromInline var latest: (any AnyLane)?
  @usableFromInline var run = 0
  private var phase = Phase.idle

  @usableFromInline init() {}

  /// Counts an action that the caller puts into `lane`. True when a delivery must be scheduled.
  @inlinable
  mutating func postAction(to lane: any AnyLane, laneWasEmpty: Bool) -> Bool {
    guard latest === lane else { return postToOther(lane, laneWasEmpty: laneWasEmpty) }
    run += 1
    return false
  }

  @usableFromInline
  mutating func postToOther(_ lane: any AnyLane, laneWasEmpty: Bool) -> Bool {
    closeRun()
    latest = lane
    run = 1
    if laneWasEmpty { waiting.lanes.append(lane) }
    return schedule()
  }

  /// Puts a message behind what is there. True when a delivery must be scheduled.
  mutating func post(_ message: @escaping Mailbox.Message) -> Bool {
    closeRun()
    waiting.entries.append(.message(message))
    return schedule()
  }

  /// Whether the caller may deliver: someone must have been asked to, and nobody be at it.
  mutating func beginDelivering() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .delivering
    return true
  }

  /// Swaps all that waits with an empty batch. False when nothing waits, and delivering is over.
  mutating func take(_ batch: inout Batch) -> Bool {
    closeRun()
    guard !waiting.entries.isEmpty else {
      phase = .idle
      return false
    }
    swap(&waiting, &batch)
    return true
  }

  /// Takes all that waits when the delivery it was scheduled for will never be. False when there is another one.
  mutating func abandon(_ batch: inout Batch) -> Bool {
    guard phase == .scheduled else { return false }
    return take(&batch)
  }

  private mutating func closeRun() {
    guard let lane = latest else { return }
    waiting.entries.append(.actions(lane, run))
    latest = nil
  }

  private mutating func schedule() -> Bool {
    guard phase == .idle else { return false }
    phase = .scheduled
    return true
  }
}
