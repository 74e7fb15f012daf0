internal import Dispatch

/// Saves whenever its schedule says so, never in a turn.
///
/// It saves on a queue of its own, for writing may take a while, and must neither hold a thread of the cooperative pool
/// nor wait for one.
final class Saver: Sendable {
  private struct Progress {
    var schedule: SavingSchedule
    var timer: (number: SavingSchedule.Timer, wait: StoreTimer)?
    /// Callers that wait for the saving under way to end.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let context: StoreContext
  /// Saves once; returns whether all is saved.
  private let attempt: @Sendable () async -> Bool
  private let progress: Guarded<Progress>
  private let queue = DispatchQueue(label: "Puredux saving")

  init(pace: SavingPace, context: StoreContext, attempt: @escaping @Sendable () async -> Bool) {
    self.context = context
    self.attempt = attempt
    progress = Guarded(Progress(schedule: SavingSchedule(pace: pace.clamped)))
    if pace != pace.clamped { context.report(.paceOutOfRange(pace)) }
  }

  /// The state has changed, and is to be saved when its time has come.
  func changed() {
    let now = context.clock.now()
    start(progress.withLock { $0.schedule.changed(at: now) })
  }

  /// What was saved before could not be read: it is tried again, and nothing is saved until then.
  func restoringFailed() {
    let now = context.clock.now()
    start(progress.withLock { $0.schedule.restoringFailed(at: now) })
  }

  /// Returns when all is saved that had changed before; false when that failed.
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

  /// The store is gone: saves what is not saved, without waiting.
  func end() { start(progress.withLock { $0.schedule.end() }) }

  private func start(_ timer: SavingSchedule.Timer?) {
    if let timer { keepTime(timer) }
  }

  /// Does what a timer is to do now.
  private func keepTime(_ timer: SavingSchedule.Timer) {
    let now = context.clock.now()
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
      if context.clock.now() > start {
        keepTime(timer)
      } else if progress.withLock({ $0.schedule.waitFailed(timer) }) {
        context.report(.clockDoesNotWait)
      }
    }
    // A timer that was started after this one may have come here first.
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
    let success = await attempt()
    let now = context.clock.now()
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

/// Saves, once all that is in a storage has been read.
///
/// - Parameters:
///   - restoreLate: Reads what has to be read before.
///   - takeIn: Takes that in, and returns what is to be saved then; nil if nothing is.
///   - save: Saves that, or what is there now.
func saveOnceRead<Found, Pending>(
  restoreLate: () -> ReadingResult<Found>, takeIn: (Found) async -> Pending?, save: (Pending?) -> SavingResult
) async -> Bool {
  // Twice, for what another has written meanwhile is found only when something is to be saved.
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
