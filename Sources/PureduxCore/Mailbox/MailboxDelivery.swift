/// What a runner is asked to run: one delivery, which gives up what waits if it goes without having been run.
final class MailboxDelivery: Sendable {
  private let mailbox: Mailbox
  private let hasBegun = AtomicFlag()

  init(_ mailbox: Mailbox) { self.mailbox = mailbox }

  deinit {
    if !hasBegun.isRaised { mailbox.abandon() }
  }

  func begin() {
    hasBegun.raise()
    mailbox.beginScheduled()
  }
}
