internal import Dispatch
internal import PureduxAtomics

/// Delivers the messages of one store tree, one at a time, in the order in which they were posted.
///
/// Posting is allowed on any thread, and never waits for a delivery that another thread performs. The runner determines
/// where deliveries run.
@usableFromInline
package final class Mailbox: Sendable {
  @usableFromInline package typealias Message = @Sendable (borrowing Turn) -> Void
  typealias Step = (borrowing Turn) -> Void

  /// Guards the queued messages, here and in every action queue of the tree.
  @usableFromInline let lock = Lock()
  @usableFromInline let state: Guarded<MailboxState>
  package let runner: any StoreRunner
  /// Whether a message that the main thread posts is delivered before `post` returns.
  @usableFromInline package let deliversOnMain: Bool
  private let context: StoreContext
  private let afterBatch: Message
  /// The tree's state lock. A thread holds this lock while it reduces an action or reads a state, as in `withState`.
  private let stateLock: Lock
  private let interruptibleRunner: (any InterruptibleRunner)?
  /// The runner's dispatch queue; nil unless that queue is dedicated to stores.
  private let ownQueue: DispatchQueue?

  /// Creates a mailbox. `afterBatch` is called at the end of each batch, inside a turn.
  init(runner: any StoreRunner, context: StoreContext, stateLock: Lock, afterBatch: @escaping Message) {
    state = Guarded(MailboxState(), lock: lock)
    let runner = runner.heldByTree
    self.runner = runner
    self.context = context
    self.stateLock = stateLock
    self.afterBatch = afterBatch
    deliversOnMain = runner is MainRunner
    interruptibleRunner = runner as? any InterruptibleRunner
    ownQueue = (runner as? QueueRunner).flatMap { $0.isOwn ? $0.queue : nil }
  }

  /// Appends a message to the queue.
  @usableFromInline
  package func post(_ message: @escaping Message) {
    wake(schedule: state.withLock { $0.post(message) })
  }

  /// Posts a message that changes no state and therefore need not wait for the end of a pause.
  package func postDuringPause(_ message: @escaping Message) {
    wake(schedule: state.withLock { $0.postDuringPause(message) })
  }

  /// Posts a message from a `deinit`. Never delivers synchronously, because a `deinit` may run on any thread, at any
  /// time.
  package func postFromDeinit(_ message: @escaping Message) {
    if state.withLock({ $0.post(message) }) { schedule() }
  }

  /// Posts a message, and notifies an observer of all later posts. Replaces the previous observer, if any, and ends its
  /// pause.
  package func beginObserving(_ observer: any PostObserver, _ message: @escaping Message) {
    wake(schedule: state.withLock { $0.beginObserving(observer, message) })
  }

  /// Stops notifying an observer of posts, and ends its pause.
  ///
  /// Never delivers synchronously, because the caller may be a `deinit`, which may run on any thread, at any time.
  package func endObserving(_ observer: any PostObserver, _ message: @escaping Message) {
    if state.withLock({ $0.endObserving(observer, message) }) { schedule() }
  }

  /// Removes an observer that is no longer notified. Call this method inside a turn, after `endObserving`.
  package func forgetObserver(_ observer: any PostObserver) { state.withLock { $0.forgetObserver(observer) } }

  /// Pauses deliveries: delivers `command`, and holds back later messages, except those posted by `postDuringPause`.
  /// Does nothing if `observer` is no longer notified.
  ///
  /// - Parameter comeBack: Delivered before the held messages if the pause ends without `endPause(for:_:)`.
  package func pause(
    for observer: any PostObserver, comeBack: @escaping Message, _ command: @escaping Message
  ) {
    wake(schedule: state.withLock { $0.pause(for: observer, comeBack: comeBack, command) } ?? false)
  }

  /// Ends the pause: delivers `command`, then the held messages.
  package func endPause(for observer: any PostObserver, _ command: @escaping Message) {
    wake(schedule: state.withLock { $0.endPause(for: observer, command) } ?? false)
  }

  /// Posts an action, which `insert` appends to `actionQueue`.
  ///
  /// Defined in the mailbox instead of in the action queue, so that posting threads do not retain the mailbox or its
  /// lock, and do not contend for their reference counts.
  @inlinable
  func post(to actionQueue: some AnyActionQueue, _ insert: (borrowing LockToken) -> Void) {
    let schedule = lock.hold { locked in
      insert(locked)
      return state.with(locked) { $0.postAction(to: actionQueue) }
    }
    wake(schedule: schedule)
  }

  /// Runs `body` with the mailbox's lock held, so that nothing can be posted while `body` runs.
  @inlinable
  package func hold(_ body: (borrowing LockToken) -> Void) { lock.hold(body) }

  /// Starts or schedules a delivery, if necessary. `schedule` is the result of a `MailboxState` transition. Call this
  /// method outside the lock.
  @inlinable
  func wake(schedule: Bool) {
    if schedule || deliversOnMain { startDelivering(schedule: schedule) }
  }

  @usableFromInline
  func startDelivering(schedule: Bool) {
    if deliversOnMain, mayDeliverOnMain {
      if var batch = state.withLock({ $0.beginDelivering() }) { deliver(&batch) }
    } else if schedule {
      self.schedule()
    }
  }

  /// If the mailbox is idle, delivers a message at once, then all messages posted during that delivery.
  ///
  /// Returns false if the message must be queued.
  @usableFromInline
  func deliverAtOnce(_ message: (borrowing Turn) -> Void) -> Bool {
    guard mayDeliverOnMain, var batch = state.withLock({ $0.beginAtOnce() }) else { return false }
    deliver(&batch, after: message)
    return true
  }

  /// If the mailbox is idle, delivers a message on this thread, while blocking the store's queue.
  ///
  /// Messages posted during the delivery are left to the runner, so that this thread does not deliver other threads'
  /// messages.
  ///
  /// Returns false if the message must be queued.
  func deliverOnOwnQueue(_ message: Step) -> Bool {
    guard let ownQueue, !puredux_thread_is_lending(), !MainRunner.isHere else { return false }
    guard var batch = state.withLock({ $0.beginAtOnce() }) else { return false }
    ownQueue.sync { deliver(&batch, after: message, once: true) }
    return true
  }

  /// Whether this thread may deliver to main-actor trees now.
  ///
  /// False while the thread holds the state of a main-actor tree, as in a reducer: actions that a reducer dispatches
  /// are delivered after its turn.
  private var mayDeliverOnMain: Bool { !puredux_thread_is_holding() && MainRunner.isHere }

  private func schedule() {
    let delivery = MailboxDelivery(self)
    runner.run { delivery.begin() }
  }

  func beginScheduled() {
    guard stateLock.isFree else {
      context.report(.runInsideWithState())
      // This thread is inside a `withState` body, so let another thread wait for the end of the body, then schedule the
      // delivery.
      return DispatchQueue.global().async { [self] in
        stateLock.wait()
        schedule()
      }
    }
    if var batch = state.withLock({ $0.beginDelivering() }) {
      deliver(&batch)
    } else if !deliversOnMain {
      context.report(.runnerRanWorkTwice())
    }
  }

  /// Drops all queued messages, and resumes tasks that await them.
  func abandon() {
    var batch = MailboxState.Batch()
    let actions = lock.hold { locked in
      state.with(locked) { $0.abandon(&batch) }
      return batch.compactMap { item in
        if case .actions(let actionQueue, _) = item { actionQueue.abandon(locked) } else { nil }
      }
    }
    withExtendedLifetime(actions) {}
  }

  /// Delivers a batch, then, unless `once` is true, all messages posted during that delivery.
  private func deliver(_ batch: inout MailboxState.Batch, after first: Step = { _ in }, once: Bool = false) {
    // A runner may deliver on the dispatching thread, where another context may be current.
    if context.isEmpty, StoreContext.current.isEmpty {
      deliverBatches(&batch, after: first, once)
    } else {
      StoreContext.$current.withValue(context) { deliverBatches(&batch, after: first, once) }
    }
  }

  private func deliverBatches(_ batch: inout MailboxState.Batch, after first: Step, _ once: Bool) {
    lendTurn { turn in
      first(turn)
      repeat {
        for index in batch.indices {
          // Move the item out of the batch, so that the objects it retains are released right after delivery.
          var item = MailboxState.Item.delivered
          swap(&item, &batch[index])
          switch item {
          case .actions(let actionQueue, let count): actionQueue.deliver(count, turn)
          case .message(let message): message(turn)
          case .delivered: break
          }
        }
        afterBatch(turn)
        // Keep the batch's capacity, unless it is large.
        batch.removeAll(keepingCapacity: batch.capacity < 4096)
        if once || interruptibleRunner?.mayContinue == false {
          if state.withLock({ $0.interrupt(&batch) }) { schedule() }
          return
        }
      } while state.withLock({ $0.take(&batch) })
    }
  }
}

/// A delivery that was passed to a runner. Releasing the delivery before it runs drops the queued messages.
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
