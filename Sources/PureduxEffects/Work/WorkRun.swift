/// An action that starts `async` work after being reduced; the work may return another action.
///
/// The action is reduced first. Then `execute` runs in a task, and its result is dispatched to the store that received
/// this action.
///
/// ```swift
/// struct LoadTitle: AppAction, AwaitingAction {
///   func execute() async -> ShowTitle? { ShowTitle(text: "Emma") }
/// }
/// ```
///
/// `store.start(_:)` returns a token that cancels the task; without a token, the task ends with the store. A result
/// that arrives after cancellation is dropped. A result of a type that the store does not accept is reported as misuse.
public protocol AwaitingAction: WorkAction {
  /// The type of the resulting action, which the store must accept.
  associatedtype ResultAction: Sendable

  /// Performs the work in a task.
  ///
  /// - Returns: The action to dispatch, or nil to dispatch nothing.
  func execute() async -> ResultAction?
}

extension AwaitingAction {
  public func startWork(at store: WorkContext) -> StoreSubscription? {
    let run = WorkRun(at: store, name: "\(Self.self)")
    run.start {
      if let result = await execute() { run.dispatch(result) }
    }
    return StoreSubscription(run)
  }
}

/// Work started by an action or a plan.
final class WorkRun: Cancellable {
  let store: WorkContext
  private let work: StoreWork
  private let tell: @Sendable (StoreEvent.Kind) -> Void
  private let isClosed = AtomicFlag()
  private let isOver = AtomicFlag()
  private let task = Guarded<Task<Void, Never>?>(nil)
  private let progress = Guarded(WorkProgress())
  private let completion = WorkCompletion()

  /// Starts the work, which is cancelled if the store ends before the work does.
  init(at store: WorkContext, name: String) {
    self.store = store
    work = StoreWork(name: name, run: store.nextRun)
    tell = store.teller
    tell(.workStarted(work))
    store.keep(self)
  }

  var isEnded: Bool { isOver.isRaised }

  /// Dispatches an action, unless the work is cancelled before the action's turn.
  func dispatch(_ action: any Sendable) {
    guard let series = action as? any ActionSeries else { return store.dispatch(action, unless: isClosed) }
    store.dispatch(series, unless: isClosed, as: beginSeries())
  }

  /// Dispatches an action, and waits until the resulting state is published. The action is dropped if the work is
  /// cancelled before the action's turn.
  func send(_ action: any Sendable) async {
    guard let series = action as? any ActionSeries else { return await store.send(action, unless: isClosed) }
    await store.send(series, unless: isClosed, as: beginSeries())
  }

  /// Begins a series of actions. The work ends only after the series has ended, and cancelling the work cancels the
  /// series.
  private func beginSeries() -> PendingWork {
    let series = PendingWork()
    progress.withLock { $0.begin(series) }
    _ = series.whenOver { _ in self.complete(with: self.progress.withLock { $0.end(series) }) }
    return series
  }

  /// Runs the work in a task.
  func start(_ operation: @escaping @Sendable () async throws -> Void) {
    let task = store.context.startTask {
      do {
        try await operation()
        self.finish()
      } catch {
        self.fail(with: error)
      }
    }
    self.task.withLock { $0 = task }
    if isClosed.isRaised { task.cancel() }
  }

  /// Waits until the work's task has ended.
  func value() async { await task.withLock { $0 }?.value }

  /// Ends the work successfully.
  func finish() { end(with: .finished) }

  /// Cancels the work, and drops actions that it dispatches later.
  func cancel() {
    isClosed.raise()
    task.withLock { $0 }?.cancel()
    if isOver.raise() { tell(.workCancelled(work)) }
    for series in progress.withLock({ $0.takeSeries() }) { series.cancel() }
    complete(with: .cancelled)
  }

  func whenOver(_ body: @escaping @Sendable (WorkOutcome) -> Void) -> Bool {
    completion.whenComplete(body)
    return true
  }

  private func fail(with error: any Error) {
    if !isClosed.isRaised { store.context.report(.workError(error, name: work.name)) }
    end(with: .failed, "\(error)")
  }

  private func end(with outcome: WorkOutcome, _ error: String? = nil) {
    if isOver.raise() { tell(error.map { .workFailed(work, error: $0) } ?? .workEnded(work)) }
    complete(with: progress.withLock { $0.end(outcome) })
  }

  private func complete(with outcome: WorkOutcome?) {
    if let outcome { completion.complete(outcome) }
  }
}

/// Tracks whether work and all series of actions that it dispatched have ended. A plain value.
///
/// Single actions need not be tracked, because a waiter's message is queued behind them.
struct WorkProgress: Sendable {
  private var allSeries: [ObjectIdentifier: PendingWork] = [:]
  private var outcome: WorkOutcome?

  mutating func begin(_ series: PendingWork) { allSeries[ObjectIdentifier(series)] = series }

  /// Records the end of a series. Returns the outcome to report, or nil if a series or the work is still in progress.
  mutating func end(_ series: PendingWork) -> WorkOutcome? {
    allSeries[ObjectIdentifier(series)] = nil
    return allSeries.isEmpty ? outcome : nil
  }

  /// Records the end of the work. Returns the outcome to report, or nil if a series or the work is still in progress.
  mutating func end(_ outcome: WorkOutcome) -> WorkOutcome? {
    self.outcome = outcome
    return allSeries.isEmpty ? outcome : nil
  }

  /// Removes and returns the series that must be cancelled together with the work.
  mutating func takeSeries() -> [PendingWork] {
    defer { allSeries = [:] }
    return Array(allSeries.values)
  }
}

/// Stores the outcome of work, and reports the outcome to listeners added before or after the work ends.
package final class WorkCompletion: Sendable {
  private enum Phase {
    case underWay([PendingWork.Listener])
    case over(WorkOutcome)
  }

  private let phase = Guarded(Phase.underWay([]))

  package init() {}

  /// Notifies all listeners. Outcomes after the first are ignored.
  package func complete(_ outcome: WorkOutcome) {
    let listeners: [PendingWork.Listener] = phase.withLock { phase in
      guard case .underWay(let listeners) = phase else { return [] }
      phase = .over(outcome)
      return listeners
    }
    for listener in listeners { listener(outcome) }
  }

  /// Calls `listener` once: immediately if the work has ended, otherwise on the thread that ends the work.
  package func whenComplete(_ listener: @escaping PendingWork.Listener) {
    let outcome: WorkOutcome? = phase.withLock { phase in
      switch phase {
      case .underWay(let listeners):
        phase = .underWay(listeners + [listener])
        return nil
      case .over(let outcome): return outcome
      }
    }
    if let outcome { listener(outcome) }
  }
}
