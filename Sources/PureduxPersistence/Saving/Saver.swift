internal import Dispatch

/// Saves a state according to a schedule, never in a turn.
///
/// Saving uses a separate queue, because a write may be slow: it must neither occupy a thread of the cooperative pool
/// nor wait for one to become free.
final class Saver: StorageUser {
  private struct Progress {
    var schedule: SavingSchedule
    var timer: (number: SavingSchedule.Timer, wait: StoreTimer)?
    /// The callers that are waiting for the save in progress.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let context: StoreContext
  /// The context's clock, cached because it is read at each change.
  private let clock: StoreClock
  /// Makes one attempt to save, on behalf of the given saver. Returns whether all changes are saved.
  private let attempt: @Sendable (Saver) async -> Bool
  private let progress: Guarded<Progress>
  private let queue = DispatchQueue(label: "Puredux saving")

  init(pace: SavingPace, context: StoreContext, attempt: @escaping @Sendable (Saver) async -> Bool) {
    self.context = context
    clock = context.clock
    self.attempt = attempt
    progress = Guarded(Progress(schedule: SavingSchedule(pace: pace.clamped)))
    if pace != pace.clamped { context.report(.paceOutOfRange(pace)) }
  }

  /// Schedules a save of the changed state.
  func changed() {
    let now = clock.now()
    start(progress.withLock { $0.schedule.changed(at: now) })
  }

  /// Schedules another attempt to read the saved state. Nothing is saved until an attempt succeeds.
  func restoringFailed() {
    let now = clock.now()
    start(progress.withLock { $0.schedule.restoringFailed(at: now) })
  }

  /// Saves immediately, and returns when all earlier changes are saved. The result is false if saving failed.
  func flush() async -> Bool {
    while true {
      let (next, timer) = progress.withLock { ($0.schedule.flush(), $0.timer?.wait) }
      switch next {
      case .done: return true
      case .wait: await savingEnds()
      case .save:
        timer?.cancel()
        return await context.run(outsideOfPoolOn: queue) { [self] in await save() }
      }
    }
  }

  var isOver: Bool { progress.withLock { $0.schedule.isOver } }

  /// Records that the store was released, and immediately saves any unsaved changes.
  func end() { start(progress.withLock { $0.schedule.end() }) }

  private func start(_ timer: SavingSchedule.Timer?) {
    if let timer { keepTime(timer) }
  }

  /// Performs the schedule's next step for a timer.
  private func keepTime(_ timer: SavingSchedule.Timer) {
    let now = clock.now()
    switch progress.withLock({ $0.schedule.step(timer, at: now) }) {
    case .end: return
    case .sleep(let duration): sleep(duration, from: now, timer)
    case .save:
      _ = context.startTask(outsideOfPoolOn: queue) { [self] _ in
        await save()
        keepTime(timer)
      }
    }
  }

  private func sleep(_ duration: Duration, from start: Duration, _ timer: SavingSchedule.Timer) {
    let wait = StoreTimer { [self] in
      if clock.now() > start {
        keepTime(timer)
      } else if progress.withLock({ $0.schedule.waitFailed(timer) }) {
        context.report(.clockDoesNotWait)
      }
    }
    // A newer timer may already be stored.
    let replaced: StoreTimer? = progress.withLock { progress in
      if let later = progress.timer, later.number > timer { return wait }
      defer { progress.timer = (timer, wait) }
      return progress.timer?.wait
    }
    replaced?.cancel()
    wait.start(at: start + duration, in: context)
  }

  @discardableResult
  private func save() async -> Bool {
    let success = await attempt(self)
    let now = clock.now()
    let (timer, waiting) = progress.withLock { progress in
      defer { progress.waiting = [] }
      return (progress.schedule.saved(success, at: now), progress.waiting)
    }
    for continuation in waiting { continuation.resume() }
    start(timer)
    return success
  }

  private func savingEnds() async {
    await withCheckedContinuation { continuation in
      let isOver = progress.withLock { progress in
        if progress.schedule.isSaving { progress.waiting.append(continuation) }
        return !progress.schedule.isSaving
      }
      if isOver { continuation.resume() }
    }
  }
}

/// Saves a state after all data in the storage has been read.
///
/// - Parameters:
///   - restoreLate: Reads the saved data if the data must be read before the next save.
///   - takeIn: Resolves the conflict with the data that was read, and returns the state to save; nil if there is
///     nothing to save.
///   - save: Saves the given state, or the current state if the argument is nil.
func saveOnceRead<Found, Pending>(
  restoreLate: () -> ReadingResult<Found>, takeIn: (Found) async -> Pending?, save: (Pending?) -> SavingResult
) async -> Bool {
  // Try twice, because another process's write is detected only when saving.
  for _ in 1...2 {
    var pending: Pending?
    switch restoreLate() {
    case .failed: return false
    case .nothing: break
    case .found(let found):
      pending = await takeIn(found)
      if pending == nil { return true }
    }
    switch save(pending) {
    case .saved: return true
    case .failed: return false
    case .unread: continue
    }
  }
  return false
}

/// The delay between a change and its save.
///
/// ```swift
/// let unhurried = SavingPace(debounce: .seconds(2), maximumDelay: .seconds(30))
/// store.persist(in: archive, pace: unhurried)
/// ```
///
/// A pace of zero saves each change immediately. A duration that is negative or longer than ten years is clamped and
/// reported as misuse.
public struct SavingPace: Hashable, Sendable {
  /// The debounce interval: a change is saved after this time without further changes.
  public var debounce: Duration
  /// The maximum time until a change is saved during a steady stream of changes.
  public var maximumDelay: Duration

  /// Creates a pace. By default, a change is saved after half a second without further changes, and within five seconds
  /// in any case.
  public init(debounce: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(5)) {
    self.debounce = debounce
    self.maximumDelay = maximumDelay
  }

  /// A copy of this pace with both durations clamped to the valid range.
  var clamped: SavingPace { SavingPace(debounce: debounce.asWait, maximumDelay: maximumDelay.asWait) }
}

/// Tracks whether a tree has a revision newer than the last one that was saved or restored.
final class StateWatcher: Sendable {
  private let tree: StoreTree
  /// The tree's revision at the last check or restore; initially, the revision of the initial states.
  private let revision = Guarded<UInt64>(0)

  init(of tree: StoreTree) { self.tree = tree }

  /// Marks a revision that does not have to be saved, because it was restored or is the initial state.
  func begin(at revision: UInt64) { self.revision.withLock { $0 = revision } }

  /// Calls `changed` if the tree's revision has changed since the last check or restore.
  ///
  /// Call this method after each publication, and when the store is released, because the last revision might not have
  /// been published.
  func look(_ changed: () -> Void) {
    let now = tree.revision
    // Call `changed` before recording the revision: if a concurrent caller finds the revision recorded, `changed` must
    // already have been called. A duplicate call to `changed` is harmless.
    if revision.withLock({ $0 != now }) { changed() }
    revision.withLock { $0 = now }
  }
}
