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
  /// The causes of posts, while the tree is recorded. `latest` is nil then, so that each post is noted.
  private var recordedPosts: RecordedPosts?

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
    if let recordedPosts, recordedPosts.isOpen {
      recordedPosts.causes.append(.here())
      if recordedPosts.latest === actionQueue {
        run += 1
        return false
      }
      closeRun()
      recordedPosts.latest = actionQueue
      run = 1
      return recordedPosts.held == nil && schedule()
    }
    closeRun()
    latest = actionQueue
    run = 1
    return schedule()
  }

  /// Puts a message behind the others. Returns true when a delivery has to be scheduled.
  mutating func post(_ message: @escaping Mailbox.Message) -> Bool {
    closeRun()
    guard let recordedPosts, recordedPosts.isOpen else {
      waiting.append(.message(message))
      return schedule()
    }
    let noted = Item.message(recordedPosts.noted(message))
    guard recordedPosts.held == nil else {
      recordedPosts.held?.append(noted)
      return false
    }
    waiting.append(noted)
    return schedule()
  }

  /// Notes the causes of all posts that follow, behind a message. A pause of the recording before ends.
  mutating func beginRecording(_ recorder: TurnRecorder, _ message: @escaping Mailbox.Message) -> Bool {
    endPause()
    let schedule = post(message)
    recordedPosts = RecordedPosts(recorder, after: recordedPosts)
    return schedule
  }

  /// Ends that. The causes of what waits stay until it is delivered. A pause ends.
  mutating func endRecording(_ recorder: TurnRecorder, _ message: @escaping Mailbox.Message) -> Bool {
    if recordedPosts?.recorder === recorder {
      endPause()
      recordedPosts?.isOpen = false
    }
    return post(message)
  }

  /// Forgets what is left of a recording that has ended, unless another has begun.
  mutating func forgetRecording(_ recorder: TurnRecorder) {
    if recordedPosts?.recorder === recorder {
      closeRun()
      recordedPosts = nil
    } else {
      // The one before has ended, and what was posted meanwhile has been delivered.
      recordedPosts?.before = nil
    }
  }

  /// Swaps the causes of the actions that wait with an empty array.
  func takeCauses(_ causes: inout ContiguousArray<PostedCause>, for recorder: TurnRecorder) {
    let posts = recordedPosts?.recorder === recorder ? recordedPosts : recordedPosts?.before
    if let posts { swap(&posts.causes, &causes) }
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
    if let recordedPosts, recordedPosts.isOpen {
      guard recordedPosts.held == nil else { return nil }
      recordedPosts.causes.append(.here())
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
    recordedPosts?.causes.removeAll()
    recordedPosts?.recorder.wereAbandoned.raise()
  }

  private mutating func closeRun() {
    if let actionQueue = latest {
      waiting.append(.actions(actionQueue, run))
      latest = nil
    } else if let recordedPosts, let actionQueue = recordedPosts.latest {
      let item = Item.actions(actionQueue, run)
      recordedPosts.latest = nil
      if recordedPosts.held?.append(item) == nil { waiting.append(item) }
    }
  }

  private mutating func schedule() -> Bool {
    guard phase == .idle else { return false }
    phase = .scheduled
    return true
  }
}

// Pausing, which only a recording does.
extension MailboxState {
  /// Has all that is posted from now on wait, unless it does already, and puts `command` before it.
  ///
  /// Returns true when a delivery has to be scheduled; nil, having changed nothing, where `recorder` records no longer.
  ///
  /// - Parameter comeBack: Delivered before what waits goes on, if the recording ends during the pause.
  mutating func pause(
    for recorder: TurnRecorder, comeBack: @escaping Mailbox.Message, _ command: @escaping Mailbox.Message
  ) -> Bool? {
    guard let recordedPosts, recordedPosts.isOpen, recordedPosts.recorder === recorder else { return nil }
    if recordedPosts.held == nil {
      closeRun()
      recordedPosts.held = []
      recordedPosts.comeBack = comeBack
    }
    waiting.append(.message(command))
    return schedule()
  }

  /// Ends the pause: delivers `command`, then what waited. Nil where there is no pause.
  mutating func endPause(for recorder: TurnRecorder, _ command: @escaping Mailbox.Message) -> Bool? {
    guard let recordedPosts, recordedPosts.recorder === recorder, recordedPosts.held != nil else { return nil }
    recordedPosts.comeBack = command
    endPause()
    return schedule()
  }

  /// Puts a message that changes no state behind the others, or before those that wait for the end of a pause.
  mutating func postDuringPause(_ message: @escaping Mailbox.Message) -> Bool {
    guard let recordedPosts, recordedPosts.held != nil else { return post(message) }
    waiting.append(.message({ [recorder = recordedPosts.recorder] in recorder.deliverDuringPause(message, $0) }))
    return schedule()
  }

  private mutating func endPause() {
    guard let recordedPosts, recordedPosts.held != nil else { return }
    closeRun()
    if let comeBack = recordedPosts.comeBack { waiting.append(.message(comeBack)) }
    waiting.append(contentsOf: recordedPosts.held ?? [])
    (recordedPosts.held, recordedPosts.comeBack) = (nil, nil)
  }
}
