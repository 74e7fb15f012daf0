internal import Dispatch

/// One run of an effect, beginning when the state requests the effect.
@usableFromInline
final class EffectRun: Sendable {
  /// The state that requested the run.
  @usableFromInline let state: Effect.State
  /// Increases from one run of an attachment to the next.
  @usableFromInline let number: Int
  /// The index of the run's record in the table of runs.
  let slot: Int
  /// The priority of the run's tasks; nil to use the attachment's priority.
  let priority: WorkPriority?
  /// Raised when actions that the run dispatches are no longer delivered.
  @usableFromInline let isClosed: AtomicFlag
  /// The turn in which the state requested the run.
  let cause = EventCause.here

  /// Creates a run. A run that replaces a postponed run is closed together with that run.
  init(
    _ state: Effect.State, number: Int, slot: Int, priority: WorkPriority? = nil,
    closedWith postponed: EffectRun? = nil
  ) {
    self.state = state
    self.priority = priority
    self.number = number
    self.slot = slot
    isClosed = postponed?.isClosed ?? AtomicFlag()
  }

  /// The delay of the attempt; nil for no delay.
  var delay: Duration? {
    guard !state.isFirstAttemptByDefault, let seconds = state.delay, seconds > 0 else { return nil }
    return .seconds(seconds.asWait)
  }

  /// The time limit of an attempt according to the retry policy.
  var timeout: Duration? { state.isFirstAttemptByDefault ? nil : state.policy.attemptTimeout }

  /// The flag that decides whether an action dispatched now is delivered.
  @usableFromInline
  var closedFlag: AtomicFlag { isClosed.isRaised ? TimeoutDispatch.current?.flag(for: self) ?? isClosed : isClosed }
}

/// The queue, priority and name of an attachment's effects.
@usableFromInline
struct RunSettings: Sendable {
  /// The queue of synchronous effects; nil to use the thread that created the effect.
  let queue: DispatchQueue?
  /// The priority of the tasks that create and run effects; nil for the system's choice.
  let priority: WorkPriority?
  /// The name in the tree's events and in reports.
  let name: String
}

/// Dispatches the actions of effects to a store without retaining the store.
@usableFromInline
struct RunDispatcher<State: Sendable, Action: Sendable>: Sendable {
  private let actionQueue: ActionQueue<Action>
  private let store: WeakStore<State, Action>

  @usableFromInline
  init(_ store: StateStore<State, Action>) {
    actionQueue = store.node.actionQueue
    self.store = store.weak()
  }

  /// Dispatches an action of a run. The action is dropped if `closed` is raised before its turn.
  @usableFromInline
  func dispatch(_ action: Action, of run: EffectRun, unless closed: AtomicFlag) {
    if run.cause.isNone { return post(action, of: run, unless: closed) }
    run.cause.inForce { post(action, of: run, unless: closed) }
  }

  /// Posts an action that retains the run until the action's turn, so that the run can still be closed.
  private func post(_ action: Action, of run: EffectRun, unless closed: AtomicFlag) {
    // Only an action that may do work needs its store. The handle may have been released while the store still
    // exists, if the effects are attached to a projection.
    if actionQueue.mayDoWork(action), let store = store.strong() {
      store.node.post(action, unless: closed) { withExtendedLifetime(run) {} }
    } else {
      actionQueue.post(action, unless: closed, keeping: run)
    }
  }

  /// Runs `body` in a turn with the current state, if the store still exists.
  @usableFromInline
  func withState(_ body: @escaping @Sendable (State, borrowing Turn) -> Void) {
    actionQueue.tree.mailbox.post { [store] turn in
      if let store = store.strong() { body(store.state, turn) }
    }
  }
}

/// Permits `onTimeout` to dispatch one action after the run was closed.
final class TimeoutDispatch: Sendable {
  @TaskLocal static var current: TimeoutDispatch?

  /// Raised when the permitted action is no longer delivered.
  let isRevoked = AtomicFlag()
  private let run: EffectRun
  private let wasUsed = AtomicFlag()

  init(of run: EffectRun) { self.run = run }

  /// Calls `onTimeout` with this permission.
  func permit(_ onTimeout: () -> Void) { Self.$current.withValue(self, operation: onTimeout) }

  /// The flag for an action of `run`; nil if the permission belongs to another run or was used.
  func flag(for run: EffectRun) -> AtomicFlag? { run === self.run && wasUsed.raise() ? isRevoked : nil }
}

/// The timeout of work in progress.
final class RunTimeout: Sendable {
  let timer: StoreTimer
  let dispatch: TimeoutDispatch

  init(timer: StoreTimer, dispatch: TimeoutDispatch) { (self.timer, self.dispatch) = (timer, dispatch) }
}

extension DispatchQueue {
  /// Runs `operation` on this queue in the current context, and waits for its result.
  ///
  /// The queue may delay the start. If the run is closed before the start, the operation is not called. The operation is
  /// a part of the current task, so that it can check for cancellation; not on the main queue, where code may assert the
  /// isolation of the main actor.
  @inline(never)
  func run(_ operation: @escaping Effect.SynchronousWork, unless isClosed: AtomicFlag) async throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), self !== DispatchQueue.main {
      let executor = QueueExecutor(self)
      // Some versions of the runtime do not retain the executor while the task uses it.
      defer { withExtendedLifetime(executor) {} }
      return try await withTaskExecutorPreference(executor) { if !isClosed.isRaised { try operation() } }
    }
    let context = StoreContext.current
    try await withCheckedThrowingContinuation { continuation in
      async {
        continuation.resume(
          with: Result { if !isClosed.isRaised { try StoreContext.with({ $0 = context }, operation: operation) } })
      }
    }
  }
}
