/// Decides when to save and when to retry reading.
///
/// The schedule tracks unsaved changes, the save in progress, and failures.
///
/// The schedule is a plain value without a clock or a thread. Each transition returns the caller's next step. An
/// impossible transition is a bug in the library, and traps in debug builds.
struct SavingSchedule {
  /// The next step of a timer.
  enum Step: Equatable {
    case sleep(Duration)
    /// Save. The caller must call `saved` afterward.
    case save
    /// Do nothing, because the timer has ended.
    case end
  }

  /// The next step of a caller that requests an immediate save.
  enum Flush: Equatable {
    case done
    /// Cancel the timer, if any, and save. The caller must call `saved` afterward.
    case save
    /// Wait for the save in progress, and then request the flush again.
    case wait
  }

  /// The times of the oldest and the latest unsaved changes.
  struct Changes: Equatable {
    var first: Duration
    var last: Duration

    init(at now: Duration) { (first, last) = (now, now) }

    /// Adds a change.
    mutating func add(at now: Duration) { last = now }
  }

  /// The number of failures since the last success, and the time of the next attempt.
  struct Failures: Equatable {
    let count: Int
    let retryAt: Duration

    /// Adds a failure. The delay before the next attempt doubles with each failure, from 1 second up to 60 seconds.
    init(after count: Int, at now: Duration) {
      self.count = count + 1
      retryAt = now + .seconds(min(1 << min(count, 6), 60))
    }
  }

  /// The number that identifies a timer. A timer has ended if the current phase does not contain its number.
  typealias Timer = Int

  enum Phase: Equatable {
    case allSaved
    /// There are unsaved changes, and the given timer is waiting to save them.
    case waiting(Changes, Failures?, Timer)
    case saving(Saving)
    /// There are unsaved changes, and no timer is pending.
    ///
    /// Either a save that began after the store's release has failed, or the clock does not work. A flush or the
    /// release of the store starts the next attempt; so does another change, unless the clock is no longer used.
    case unattended(Changes)
  }

  /// A save in progress.
  struct Saving: Equatable {
    /// The timer that started the save; nil for a flush.
    let timer: Timer?
    let failures: Int
    /// Whether the save began after the store was released.
    let isLastTry: Bool
    /// The changes made since the save began.
    var changes: Changes?
  }

  private let pace: SavingPace
  private(set) var phase = Phase.allSaved
  private(set) var isStoreGone = false
  private var timers = 0
  /// The number of consecutive waits that ended before the clock advanced.
  private var failedWaits = 0

  /// The number of consecutive failed waits after which the clock is no longer used.
  static let mostFailedWaits = 3

  init(pace: SavingPace) { self.pace = pace }

  var isSaving: Bool {
    if case .saving = phase { true } else { false }
  }

  /// Whether saving has ended: the store was released, and no save is in progress or scheduled.
  var isOver: Bool {
    switch phase {
    case .allSaved, .unattended: isStoreGone
    case .waiting, .saving: false
    }
  }

  /// Records a change. Returns the timer to start, if any.
  mutating func changed(at now: Duration) -> Timer? {
    switch phase {
    case .allSaved:
      return wait(for: Changes(at: now), nil)
    case .waiting(var changes, let failures, let timer):
      changes.add(at: now)
      phase = .waiting(changes, failures, timer)
      return nil
    case .saving(var saving):
      saving.changes = saving.changes.adding(at: now)
      phase = .saving(saving)
      return nil
    case .unattended(var changes):
      changes.add(at: now)
      return wait(for: changes, nil)
    }
  }

  /// Records that the saved state could not be read, and schedules another attempt.
  ///
  /// Nothing is saved until an attempt to read the saved state succeeds. Returns the timer to start.
  mutating func restoringFailed(at now: Duration) -> Timer? {
    guard phase == .allSaved else {
      assertionFailure("a change was recorded before the first attempt to read the saved state")
      return nil
    }
    return wait(for: Changes(at: now), Failures(after: 0, at: now))
  }

  /// Returns the next step of a timer.
  mutating func step(_ timer: Timer, at now: Duration) -> Step {
    guard case .waiting(let changes, let failures, timer) = phase else { return .end }
    let due = failures?.retryAt ?? min(changes.last + pace.debounce, changes.first + pace.maximumDelay)
    if !isStoreGone, now < due { return .sleep(due - now) }
    beginSaving(timer, failures)
    return .save
  }

  /// Records that a wait ended before the clock advanced. Returns true for the first such failure, which the caller
  /// must report.
  ///
  /// After a failed wait, changes remain unsaved until a flush or the release of the store, or until the next change
  /// starts a new wait. After three consecutive failures, no new wait is started.
  mutating func waitFailed(_ timer: Timer) -> Bool {
    guard case .waiting(let changes, _, timer) = phase else { return false }
    phase = .unattended(changes)
    failedWaits += 1
    return failedWaits == 1
  }

  /// Requests an immediate save of all changes.
  mutating func flush() -> Flush {
    switch phase {
    case .allSaved:
      return .done
    case .saving:
      return .wait
    case .waiting(_, let failures, _):
      beginSaving(nil, failures)
      return .save
    case .unattended:
      beginSaving(nil, nil)
      return .save
    }
  }

  /// Records the end of a save. Returns the timer to start, if any.
  mutating func saved(_ success: Bool, at now: Duration) -> Timer? {
    guard case .saving(let saving) = phase else {
      assertionFailure("a save has ended that had not begun")
      return nil
    }
    if success, saving.timer != nil { failedWaits = 0 }
    switch (success, saving.changes) {
    case (true, nil):
      phase = .allSaved
      return nil
    case (true, let changes?):
      return wait(for: changes, nil, saving.timer)
    case (false, let changes) where saving.isLastTry:
      phase = .unattended(changes ?? Changes(at: now))
      return nil
    case (false, let changes):
      return wait(for: changes ?? Changes(at: now), Failures(after: saving.failures, at: now), saving.timer)
    }
  }

  /// Records that the store was released, so that unsaved changes are saved immediately.
  ///
  /// If a save that begins after the release fails, the save is retried only on request. Returns the timer that
  /// replaces the previous timer.
  mutating func end() -> Timer? {
    assert(!isStoreGone, "a store was released twice")
    isStoreGone = true
    switch phase {
    case .allSaved, .saving: return nil
    case .waiting(let changes, let failures, _): return wait(for: changes, failures)
    case .unattended(let changes): return wait(for: changes, nil)
    }
  }

  private mutating func beginSaving(_ timer: Timer?, _ failures: Failures?) {
    phase = .saving(Saving(timer: timer, failures: failures?.count ?? 0, isLastTry: isStoreGone))
  }

  /// Continues with the running timer, or returns a new timer to start.
  private mutating func wait(for changes: Changes, _ failures: Failures?, _ running: Timer? = nil) -> Timer? {
    // Timers do not wait after the store is released, so the clock is irrelevant.
    guard failedWaits < Self.mostFailedWaits || isStoreGone else {
      phase = .unattended(changes)
      return nil
    }
    if let running {
      phase = .waiting(changes, failures, running)
      return nil
    }
    timers += 1
    phase = .waiting(changes, failures, timers)
    return timers
  }
}

extension SavingSchedule.Changes? {
  fileprivate func adding(at now: Duration) -> SavingSchedule.Changes {
    guard var changes = self else { return SavingSchedule.Changes(at: now) }
    changes.add(at: now)
    return changes
  }
}
