/// Saves what it reads whenever its schedule says so, in tasks of its own, never in a turn.
final class Saver<State: Codable & Sendable>: Sendable {
  private struct Progress {
    var schedule: SavingSchedule
    var timer: Task<Void, Never>?
    /// Who waits for the saving under way to end.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let archive: Archive<State>
  private let context: StoreContext
  private let read: @Sendable () -> State
  private let progress: Guarded<Progress>

  init(archive: Archive<State>, pace: SavingPace, context: StoreContext, read: @escaping @Sendable () -> State) {
    self.archive = archive
    self.context = context
    self.read = read
    progress = Guarded(Progress(schedule: SavingSchedule(pace: pace)))
  }

  /// The state has changed, and is to be saved when its time has come.
  func changed() {
    let now = context.clock.now()
    if progress.withLock({ $0.schedule.changed(at: now) }) { startTimer() }
  }

  /// Returns when all is saved that had changed before; false when that failed.
  func flush() async -> Bool {
    while true {
      switch progress.withLock({ $0.schedule.flush() }) {
      case .done: return true
      case .save: return save()
      case .wait: await savingEnds()
      }
    }
  }

  /// The store is gone: saves what is not saved, without waiting.
  func end() {
    let (mustStart, timer) = progress.withLock { ($0.schedule.end(), $0.timer) }
    if mustStart { startTimer() } else { timer?.cancel() }
  }

  private func startTimer() {
    let timer = context.startTask { [self] in
      while let next = step() {
        // Cancelled, it is asked at once what to do now.
        try? await context.clock.sleep(next)
      }
    }
    let isEnding = progress.withLock { progress in
      progress.timer = timer
      return progress.schedule.isEnding
    }
    // The end may have come before there was anything to wake.
    if isEnding { timer.cancel() }
  }

  /// Saves while it is time to; how long to sleep then, nil when nothing is left to do.
  private func step() -> Duration? {
    while true {
      let now = context.clock.now()
      switch progress.withLock({ $0.schedule.step(at: now) }) {
      case .sleep(let duration): return duration
      case .save: save()
      case .rest: return nil
      }
    }
  }

  @discardableResult
  private func save() -> Bool {
    let success = archive.save(read())
    let now = context.clock.now()
    let (mustStart, waiting) = progress.withLock { progress in
      defer { progress.waiting = [] }
      return (progress.schedule.saved(success, at: now), progress.waiting)
    }
    for continuation in waiting { continuation.resume() }
    if mustStart { startTimer() }
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
