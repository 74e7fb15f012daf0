internal import Dispatch
internal import PureduxAtomics

/// Delivers the messages of one store tree, one at a time, in the order in which they were posted.
///
/// Posting never waits for a delivery and may happen on any thread. Deliveries run where the runner says.
@usableFromInline
package final class Mailbox: Sendable {
  @usableFromInline package typealias Message = @Sendable (borrowing Turn) -> Void

  /// Guards the waiting messages, here and in every action queue of the tree.
  @usableFromInline let lock = Lock()
  @usableFromInline let state: Guarded<MailboxState>
  package let runner: any StoreRunner
  /// Whether a post from the main thread is delivered before it returns.
  @usableFromInline package let deliversOnMain: Bool
  private let context: StoreContext
  private let afterBatch: Message
  /// Held by a thread that reduces or reads a state, for example in the body of `withState`.
  private let stateLock: Lock
  private let interruptibleRunner: (any InterruptibleRunner)?

  /// `afterBatch` is called in the last turn of each batch.
  init(runner: any StoreRunner, context: StoreContext, stateLock: Lock, afterBatch: @escaping Message) {
    state = Guarded(MailboxState(), lock: lock)
    let runner = runner.heldByTree
    self.runner = runner
    self.context = context
    self.stateLock = stateLock
    self.afterBatch = afterBatch
    deliversOnMain = runner is MainRunner
    interruptibleRunner = runner as? any InterruptibleRunner
  }

  /// Posts a message behind those that wait.
  package func post(_ message: @escaping Message) {
    wake(schedule: state.withLock { $0.post(message) })
  }

  /// Posts a message that changes no state, and so does not wait for the end of a pause.
  package func postDuringPause(_ message: @escaping Message) {
    wake(schedule: state.withLock { $0.postDuringPause(message) })
  }

  /// Posts a message, and delivers nothing before it returns: a `deinit` may run anywhere.
  package func postFromDeinit(_ message: @escaping Message) {
    if state.withLock({ $0.post(message) }) { schedule() }
  }

  /// Has an observer told of all posts that follow, behind a message. It takes over from another one, whose pause ends.
  package func beginObserving(_ observer: any PostObserver, _ message: @escaping Message) {
    wake(schedule: state.withLock { $0.beginObserving(observer, message) })
  }

  /// Has it told no more. Its pause ends. Delivers nothing before it returns: a `deinit` may run anywhere.
  package func endObserving(_ observer: any PostObserver, _ message: @escaping Message) {
    if state.withLock({ $0.endObserving(observer, message) }) { schedule() }
  }

  /// Forgets an observer that is told no more. To be called in a turn after that.
  package func forgetObserver(_ observer: any PostObserver) { state.withLock { $0.forgetObserver(observer) } }

  /// Pauses the deliveries: delivers `command`, and has all that is posted from now on wait, except what is posted by
  /// `postDuringPause`. Nothing happens where `observer` is told no more.
  ///
  /// - Parameter comeBack: Delivered before what waits goes on, where the pause ends with its observer.
  package func pause(
    for observer: any PostObserver, comeBack: @escaping Message, _ command: @escaping Message
  ) {
    guard let schedule = state.withLock({ $0.pause(for: observer, comeBack: comeBack, command) }) else { return }
    wake(schedule: schedule)
  }

  /// Ends the pause: delivers `command`, then what waited.
  package func endPause(for observer: any PostObserver, _ command: @escaping Message) {
    guard let schedule = state.withLock({ $0.endPause(for: observer, command) }) else { return }
    wake(schedule: schedule)
  }

  /// Posts an action, which `insert` puts into `actionQueue`.
  ///
  /// It is here and not in the action queue, so that posting threads do not retain the mailbox or its lock: they would
  /// contend for the reference counts.
  @inlinable
  func post(to actionQueue: some AnyActionQueue, _ insert: (borrowing LockToken) -> Void) {
    let schedule = lock.hold { locked in
      insert(locked)
      return state.with(locked) { $0.postAction(to: actionQueue) }
    }
    wake(schedule: schedule)
  }

  /// Runs `body` while nothing can be posted.
  @inlinable
  package func hold(_ body: (borrowing LockToken) -> Void) { lock.hold(body) }

  /// Does what a transition of the state asked for. Call it outside the lock.
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

  /// Delivers a message at once where nothing waits and nobody delivers, then all that is posted meanwhile.
  ///
  /// Returns false where the message has to wait.
  @usableFromInline
  func deliverAtOnce(_ message: (borrowing Turn) -> Void) -> Bool {
    guard mayDeliverOnMain, var batch = state.withLock({ $0.beginAtOnce() }) else { return false }
    deliver(&batch, after: message)
    return true
  }

  /// Whether this thread may deliver to the main thread's trees now.
  ///
  /// False while it holds the state of one of them, as in a reducer: what a reducer dispatches comes after its turn.
  private var mayDeliverOnMain: Bool { !puredux_thread_is_holding() && MainRunner.isHere }

  private func schedule() {
    let delivery = MailboxDelivery(self)
    runner.run { delivery.begin() }
  }

  func beginScheduled() {
    guard stateLock.isFree else {
      context.report(.runInsideWithState())
      // Only this thread can end the body, and what runs there may only run where the runner says.
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

  /// Releases all that waits, and resumes whoever awaits it.
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

  /// Delivers a batch, then all that is posted meanwhile.
  private func deliver(_ batch: inout MailboxState.Batch, after first: (borrowing Turn) -> Void = { _ in }) {
    // A runner may run this on the thread that dispatched, within a scope that is not the tree's.
    if context.isEmpty, StoreContext.current.isEmpty {
      deliverBatches(&batch, after: first)
    } else {
      StoreContext.$current.withValue(context) { deliverBatches(&batch, after: first) }
    }
  }

  private func deliverBatches(_ batch: inout MailboxState.Batch, after first: (borrowing Turn) -> Void) {
    lendTurn { turn in
      first(turn)
      repeat {
        for index in batch.indices {
          // Moved out of the batch, so that what it keeps alive is released as soon as it has been delivered.
          var item = MailboxState.Item.delivered
          swap(&item, &batch[index])
          switch item {
          case .actions(let actionQueue, let count): actionQueue.deliver(count, turn)
          case .message(let message): message(turn)
          case .delivered: break
          }
        }
        afterBatch(turn)
        // Keep room for as much again, unless that is a lot.
        batch.removeAll(keepingCapacity: batch.capacity < 4096)
        if interruptibleRunner?.mayContinue == false {
          if state.withLock({ $0.interrupt() }) { schedule() }
          return
        }
      } while state.withLock({ $0.take(&batch) })
    }
  }
}

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
