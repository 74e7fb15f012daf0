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
