internal import Dispatch
internal import PureduxAtomics

/// Delivers what is posted to one store tree, one at a time, in the order it was posted.
///
/// Posting never waits for a delivery and may happen on any thread. Deliveries happen where the runner says.
@usableFromInline
package final class Mailbox: Sendable {
  @usableFromInline package typealias Message = @Sendable (borrowing Turn) -> Void

  /// Guards what waits, here and in every action queue of the tree.
  @usableFromInline let lock = Lock()
  @usableFromInline let state: Guarded<MailboxState>
  package let runner: any StoreRunner
  /// Whether a post from the main thread is delivered before it returns.
  @usableFromInline let deliversOnMain: Bool
  private let context: StoreContext
  private let afterBatch: Message
  private let isStateFree: @Sendable () -> Bool

  /// `afterBatch` is called in the last turn of each batch, whatever was in it.
  /// `isStateFree` is false where this thread holds the tree's state, as inside the body of `withState`.
  init(
    runner: any StoreRunner, context: StoreContext, isStateFree: @escaping @Sendable () -> Bool,
    afterBatch: @escaping Message
  ) {
    state = Guarded(MailboxState(), lock: lock)
    self.runner = runner
    self.context = context
    self.isStateFree = isStateFree
    self.afterBatch = afterBatch
    deliversOnMain = runner is MainRunner
  }

  /// Puts a message behind what waits.
  package func post(_ message: @escaping Message) {
    wake(schedule: state.withLock { $0.post(message) })
  }

  /// Puts a message behind what waits, and delivers nothing before it returns: for a `deinit`, which may be anywhere.
  package func postFromDeinit(_ message: @escaping Message) {
    if state.withLock({ $0.post(message) }) { schedule() }
  }

  /// Puts an action, which `insert` puts into `actionQueue`, behind what waits.
  ///
  /// Here and not in the action queue, so that posting threads need not count as owners of the mailbox or of its lock: they
  /// would wait for each other's counting.
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
  func hold(_ body: (borrowing LockToken) -> Void) { lock.hold(body) }

  /// Acts on what a transition of the state asked for; to be called outside the lock.
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

  /// Delivers a message where nothing waits and nobody delivers, and then all that comes meanwhile. False when it has
  /// to wait.
  @usableFromInline
  func deliverAtOnce(_ message: (borrowing Turn) -> Void) -> Bool {
    guard mayDeliverOnMain, var batch = state.withLock({ $0.beginAtOnce() }) else { return false }
    deliver(&batch, after: message)
    return true
  }

  /// False where this thread holds the state of a tree of the main thread, as reducers do: what they dispatch comes
  /// after their turn.
  private var mayDeliverOnMain: Bool { !puredux_thread_is_holding() && MainRunner.isHere }

  private func schedule() {
    let delivery = MailboxDelivery(self)
    runner.run { delivery.begin() }
  }

  func beginScheduled() {
    guard isStateFree() else {
      context.report(.runInsideWithState())
      return DispatchQueue.global().async { [self] in beginScheduled() }
    }
    if var batch = state.withLock({ $0.beginDelivering() }) {
      deliver(&batch)
    } else if !deliversOnMain {
      context.report(.runnerRanWorkTwice())
    }
  }

  /// Lets go of all that waits, and of whoever waits for it.
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

  /// Delivers what was taken out and all that comes meanwhile.
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
          // Handed over, so that what it keeps alive goes as soon as it has been delivered.
          var item = MailboxState.Item.delivered
          swap(&item, &batch[index])
          switch item {
          case .actions(let actionQueue, let count): actionQueue.deliver(count, turn)
          case .message(let message): message(turn)
          case .delivered: break
          }
        }
        afterBatch(turn)
        // Room for as much again is kept, unless that is a lot.
        batch.removeAll(keepingCapacity: batch.capacity < 4096)
      } while state.withLock({ $0.take(&batch) })
    }
  }
}
