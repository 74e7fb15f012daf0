internal import Dispatch

/// Saves what it reads whenever its schedule says so, never in a turn.
///
/// It saves on a queue of its own, for writing may take a while, and must neither hold a thread of the cooperative pool
/// nor wait for one.
final class Saver<State: Codable & Sendable>: Sendable {
  private struct Progress {
    var schedule: SavingSchedule
    var timer: (number: SavingSchedule.Timer, wait: StoreTimer)?
    /// Callers that wait for the saving under way to end.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let archive: Archive<State>
  private let context: StoreContext
  private let read: @Sendable () -> State
  /// Takes in a state that could be read only now; returns the state to be saved, nil if there is none.
  private let takeIn: @Sendable (_ saved: State) async -> State?
  private let progress: Guarded<Progress>
  private let queue = DispatchQueue(label: "Puredux saving")

  init(
    archive: Archive<State>, pace: SavingPace, context: StoreContext, read: @escaping @Sendable () -> State,
    takeIn: @escaping @Sendable (_ saved: State) async -> State?
  ) {
    self.archive = archive
    self.context = context
    self.read = read
    self.takeIn = takeIn
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

  /// Saves, once all that is in the storage has been read.
  private func attempt() async -> Bool {
    // Twice, for what another has written meanwhile is found only when something is to be saved.
    for _ in 1...2 {
      var state = read
      switch archive.restoreLate() {
      case .failed: return false
      case .nothing: break
      case .found(let saved):
        guard let taken = await takeIn(saved) else { return true }
        state = { taken }
      }
      switch archive.saveUnlessUnread(state()) {
      case .saved: return true
      case .failed: return false
      case .unread: continue
      }
    }
    return false
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
