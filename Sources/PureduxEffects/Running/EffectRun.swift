internal import Dispatch

/// One run of an effect. The run begins when the state requests the effect.
@usableFromInline
final class EffectRun: Sendable {
  /// The state that requested the run.
  @usableFromInline let state: Effect.State
  /// The sequence number of the run within its attachment.
  @usableFromInline let number: Int
  /// Identifies the declared effect and the part that requested the run; nil for the run of a list's effect.
  let origin: RunOrigin?
  /// The index of the run's record in the table of runs.
  let slot: Int
  /// The priority of the run's tasks; nil to use the attachment's priority.
  let priority: WorkPriority?
  /// A flag that is raised when actions of the run must no longer be delivered.
  @usableFromInline let isClosed: AtomicFlag
  /// The turn in which the state requested the run.
  let cause = EventCause.here
  /// The time on the store's clock at which the delay ends; nil unless the run replaces a postponed run.
  let wakeTime: Duration?

  /// Creates a run. A run that replaces a postponed run shares its `isClosed` flag and its wake time.
  init(
    _ state: Effect.State, number: Int, slot: Int, priority: WorkPriority? = nil, origin: RunOrigin? = nil,
    insteadOf postponed: PostponedRun? = nil
  ) {
    self.state = state
    self.origin = origin
    self.priority = priority
    self.number = number
    self.slot = slot
    isClosed = postponed?.run.isClosed ?? AtomicFlag()
    wakeTime = postponed?.wakeTime
  }

  /// The name of the run's effect, with the path of its part.
  func name(_ name: String) -> String { origin?.fullName(name) ?? name }

  /// The delay before the attempt; nil for no delay.
  var delay: Duration? {
    guard !state.isFirstAttemptByDefault, !state.isInterrupted, let seconds = state.delay, seconds > 0 else {
      return nil
    }
    return .seconds(seconds.asWait)
  }

  /// The retry policy's time limit for the attempt; nil for no limit.
  var timeout: Duration? { state.isFirstAttemptByDefault ? nil : state.policy.attemptTimeout }

  /// The flag that determines whether an action dispatched now is delivered.
  @usableFromInline
  var closedFlag: AtomicFlag { isClosed.isRaised ? TimeoutDispatch.current?.flag(for: self) ?? isClosed : isClosed }
}

/// A run whose effect was postponed.
struct PostponedRun: Sendable {
  let run: EffectRun
  /// The time on the store's clock at which the delay before the attempt ends; nil for no delay.
  let wakeTime: Duration?
}

/// The queue, priority and name of an attachment's effects.
@usableFromInline
struct RunSettings: Sendable {
  /// The queue for synchronous effects; nil to run them directly in the run's task.
  let queue: DispatchQueue?
  /// The priority of the tasks that create and run effects; nil to let the system choose.
  let priority: WorkPriority?
  /// The name of the effects in tap events and misuse reports.
  @usableFromInline let name: String

  /// Returns the settings of a part, whose effects are named by its path.
  func named(below path: PartPath?) -> RunSettings {
    path.map { RunSettings(queue: queue, priority: priority, name: "\($0).\(name)") } ?? self
  }
}

/// Dispatches actions from effects to a store without retaining the store.
@usableFromInline
struct RunDispatcher<State: Sendable, Action: Sendable>: Sendable {
  private let actionQueue: ActionQueue<Action>
  private let store: WeakStore<State, Action>

  @usableFromInline
  init(_ store: StateStore<State, Action>) {
    actionQueue = store.node.actionQueue
    self.store = store.weak()
  }

  /// Dispatches an action of a run. The action is dropped if `closed` is raised before the action's turn.
  @usableFromInline
  func dispatch(_ action: Action, of run: EffectRun, unless closed: AtomicFlag) {
    if run.cause.isNone { return post(action, of: run, unless: closed) }
    run.cause.inForce { post(action, of: run, unless: closed) }
  }

  /// Posts an action, and retains the run until the action's turn. Closing the run before that turn drops the action.
  private func post(_ action: Action, of run: EffectRun, unless closed: AtomicFlag) {
    // Only an action that may start work needs access to the store. If the effects are attached to a projection, the
    // projection's handle may have been released although the store still exists.
    if actionQueue.mayDoWork(action), let store = store.strong() {
      store.node.post(action, unless: closed) { withExtendedLifetime(run) {} }
    } else {
      actionQueue.post(action, unless: closed, keeping: run)
    }
  }

  /// The function of an `EffectSite` for this store.
  var post: EffectSite<Action>.Post { { dispatch($0, of: $1, unless: $2) } }
}

/// Permits `onTimeout` to dispatch one action after the run has been closed.
final class TimeoutDispatch: Sendable {
  @TaskLocal static var current: TimeoutDispatch?

  /// A flag that is raised when the permitted action must no longer be delivered.
  let isRevoked = AtomicFlag()
  private let run: EffectRun
  private let wasUsed = AtomicFlag()

  init(of run: EffectRun) { self.run = run }

  /// Calls `onTimeout`, and permits the closure to dispatch one action.
  func permit(_ onTimeout: () -> Void) { Self.$current.withValue(self, operation: onTimeout) }

  /// Consumes the permission and returns the flag for an action of `run`. Returns nil if the permission belongs to
  /// another run or was already used.
  func flag(for run: EffectRun) -> AtomicFlag? { run === self.run && wasUsed.raise() ? isRevoked : nil }
}

/// The timeout of work in progress.
final class RunTimeout: Sendable {
  let timer: StoreTimer
  let dispatch: TimeoutDispatch

  init(timer: StoreTimer, dispatch: TimeoutDispatch) { (self.timer, self.dispatch) = (timer, dispatch) }
}

extension DispatchQueue {
  /// Runs `operation` on this queue with the current `StoreContext`, and suspends until it returns.
  ///
  /// The queue may delay the start of the operation. If the run is closed before the operation starts, the operation is
  /// not called. Where the system supports task executors, the operation runs as part of the current task, and can
  /// check for cancellation. The main queue is not used as a task executor, because code on that queue may assert
  /// main-actor isolation.
  @inline(never)
  func run(_ operation: @escaping Effect.SynchronousWork, unless isClosed: AtomicFlag) async throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), self !== DispatchQueue.main {
      let executor = QueueExecutor(self)
      // Some versions of the Swift runtime do not retain the executor while the task uses it.
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
