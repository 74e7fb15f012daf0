internal import PureduxAtomics
package import PureduxCore

/// Where a post came from, and when.
struct PostedCause: Sendable {
  /// The recording and the event in which it was posted; 0 where there was none.
  let event: UInt64
  let ticks: UInt64

  static func here() -> PostedCause { PostedCause(event: puredux_thread_cause(), ticks: puredux_ticks()) }
}

/// The causes of the actions that wait in the mailbox of a recorded tree.
///
/// One cause waits for each waiting action, in the same order, because actions are delivered in the order in which they
/// were posted.
package final class PostedCauses: PostObserver, @unchecked Sendable {
  // SAFETY: reached with the lock of the mailbox.
  @exclusivity(unchecked) private var waiting: ContiguousArray<PostedCause> = []
  // SAFETY: set once, before the mailbox has this object. Weak, for the mailbox may keep this object longer than anybody
  // keeps the recorder. It is loaded in turns alone: under a lock, the last reference might be released there.
  @exclusivity(unchecked) private weak var recorder: TurnRecorder?
  /// Raised when the actions that waited were given up, and their causes with them.
  let wereAbandoned = AtomicFlag()

  func setRecorder(_ recorder: TurnRecorder) { self.recorder = recorder }

  /// Swaps the causes of the actions that wait with an empty array. `locked` stands for the lock of the mailbox.
  func take(_ causes: inout ContiguousArray<PostedCause>, _ locked: borrowing LockToken) { swap(&waiting, &causes) }

  package func actionPosted() { waiting.append(.here()) }

  package func postsAbandoned() {
    waiting.removeAll()
    wereAbandoned.raise()
  }

  package func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message {
    let cause = PostedCause.here()
    return { [self] turn in
      if let recorder { recorder.deliver(message, becauseOf: cause, turn) } else { message(turn) }
    }
  }

  package func notedDuringPause(_ message: @escaping Mailbox.Message) -> Mailbox.Message {
    { [self] turn in
      if let recorder, recorder.isInPast { recorder.travel(turn) { message(turn) } } else { message(turn) }
    }
  }
}

/// The causes of what is delivered: of actions, in the order of posting; and of the message under way.
struct DeliveredCauses {
  private var waiting: ContiguousArray<PostedCause> = []
  private var next = 0
  var ofMessage: PostedCause?

  /// The cause of the action that is delivered next; `refill` brings those of the actions that came meanwhile.
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

  /// The action with the first cause is delivered.
  mutating func removeFirst() {
    if ofMessage == nil, next < waiting.count { next += 1 }
  }

  /// The actions that waited were given up, and their causes with them.
  mutating func abandon() { next = waiting.count }
}
