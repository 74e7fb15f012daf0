/// Is told of what is posted to a mailbox, one cause for each action, and may pause its deliveries.
///
/// Posting threads write to it and count references to it, so it is an object of its own: beside what turns write, both
/// would wait for each other's cache lines.
@usableFromInline
package protocol PostObserver: AnyObject, Sendable {
  /// An action was posted, or is about to be delivered at once. Called with the lock of the mailbox, on the thread that
  /// posts.
  func actionPosted()
  /// All that waited was given up. Called with the lock of the mailbox.
  func postsAbandoned()
  /// The message to deliver in the place of one that is posted. Called with the lock of the mailbox, on the thread that
  /// posts.
  func noted(_ message: @escaping Mailbox.Message) -> Mailbox.Message
  /// The message to deliver in the place of one that does not wait for the end of a pause. Called with the lock of the
  /// mailbox.
  func notedDuringPause(_ message: @escaping Mailbox.Message) -> Mailbox.Message
}

extension StoreTree {
  /// Returns when everything that does not wait for the end of a pause has been delivered.
  package func settledDuringPause() async {
    await withCheckedContinuation { continuation in
      let done = Signal(continuation)
      mailbox.postDuringPause { _ in done.fire() }
    }
  }
}
