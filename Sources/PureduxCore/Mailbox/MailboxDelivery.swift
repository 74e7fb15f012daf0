/// One delivery that a runner was asked to run. If it is released without having run, what waits is given up.
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
