/// The causes of the actions that wait in a mailbox, while its tree is recorded.
///
/// It stands beside the mailbox's state, which does not grow by it. One cause waits for each waiting action, in the same
/// order, because actions are delivered in the order in which they were posted.
final class RecordedPosts: @unchecked Sendable {
  // SAFETY: all that changes is reached through the state of the mailbox, and so with its lock.
  let recorder: TurnRecorder
  /// False when posts are no longer noted.
  // SAFETY: reached with the lock of the mailbox, which the mailbox alone takes.
  @exclusivity(unchecked) var isOpen = true
  /// As `MailboxState.latest`, which stays nil meanwhile so that each post comes here.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var latest: (any AnyActionQueue)?
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var causes: ContiguousArray<PostedCause> = []

  /// What waits while the tree is paused; nil while it goes on.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var held: MailboxState.Batch?
  /// Delivered before what waits, when the pause ends.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var comeBack: Mailbox.Message?

  /// Those of a recording that has ended, until what was posted meanwhile has been delivered.
  // SAFETY: as `isOpen`.
  @exclusivity(unchecked) var before: RecordedPosts?

  init(_ recorder: TurnRecorder, after before: RecordedPosts?) {
    self.recorder = recorder
    self.before = before
  }

  /// A message that is delivered with the event in which it was posted as its cause.
  func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message {
    let cause = PostedCause.here()
    return { [recorder] turn in recorder.deliver(message, becauseOf: cause, turn) }
  }
}
