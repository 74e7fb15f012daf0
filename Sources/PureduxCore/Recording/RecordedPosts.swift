/// The causes of the actions that wait in a mailbox, while its tree is recorded.
///
/// It stands beside the mailbox's state, which does not grow by it. One cause waits for each waiting action, in the same
/// order, because actions are delivered in the order in which they were posted.
final class RecordedPosts: @unchecked Sendable {
  // SAFETY: all that changes is reached through the state of the mailbox, and so with its lock.
  let recorder: TurnRecorder
  /// False when posts are no longer noted.
  @exclusivity(unchecked) var isOpen = true
  /// As `MailboxState.latest`, which stays nil meanwhile so that each post comes here.
  @exclusivity(unchecked) var latest: (any AnyActionQueue)?
  @exclusivity(unchecked) var causes: ContiguousArray<PostedCause> = []

  /// Those of a recording that has ended, until what was posted meanwhile has been delivered.
  @exclusivity(unchecked) var before: RecordedPosts?

  init(_ recorder: TurnRecorder, after before: RecordedPosts?) {
    self.recorder = recorder
    self.before = before
  }
}
