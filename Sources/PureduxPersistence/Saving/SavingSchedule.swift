/// When to save, and when to read again what could not be read: what has changed, what is under way, and what is to be
/// tried again.
///
/// A plain value with no clock and no thread. Its transitions say what the caller must do. A transition that the caller
/// cannot have meant is a mistake of ours, and traps in debug builds.
struct SavingSchedule {
  /// What the timer is to do next.
  enum Step: Equatable {
    case sleep(Duration)
    /// A promise to call `saved`.
    case save
    /// Nothing any more: this timer is over.
    case end
  }

  /// What a caller that wants all to be saved now is to do.
  enum Flush: Equatable {
    case done
    /// Cancel the timer, if there is one, and save; a promise to call `saved`.
    case save
    /// Ask again when the saving under way has ended.
    case wait
  }

  /// Changes that are not saved: when the oldest and the latest of them happened.
  struct Changes: Equatable {
    var first: Duration
    var last: Duration

    init(at now: Duration) { (first, last) = (now, now) }

    /// These and one more.
    mutating func add(at now: Duration) { last = now }
  }

  /// How often saving has failed since it last succeeded, and when it is to be tried again.
  struct Failures: Equatable {
    let count: Int
    let retryAt: Duration

    /// One failure more than before, which is waited for after 1, 2, 4 and so on up to 60 seconds.
    init(after count: Int, at now: Duration) {
      self.count = count + 1
      retryAt = now + .seconds(min(1 << min(count, 6), 60))
    }
  }

  /// A timer, by its number. A timer that is not named by the phase any more is over.
  typealias Timer = Int

  enum Phase: Equatable {
    case allSaved
    /// Something is to be saved, and this timer waits for its time.
    case waiting(Changes, Failures?, Timer)
    case saving(Saving)
    /// Something is not saved, and no timer waits: the last try has failed, or the clock cannot be waited for. A flush, the
    /// end or another change comes back to it.
    case unattended(Changes)
  }

  /// A saving that is under way.
  struct Saving: Equatable {
    /// The timer that saves; nil for a flush.
    let timer: Timer?
    let failures: Int
    /// Whether it began after the store was gone.
    let isLastTry: Bool
    /// What has changed since it began.
    var changes: Changes?
  }

  private let pace: SavingPace
  private(set) var phase = Phase.allSaved
  private(set) var isStoreGone = false
  private var timers = 0
  /// How many waits in a row the clock did not keep.
  private var failedWaits = 0

  /// From so many failed waits in a row on the clock is not asked any more.
  static let mostFailedWaits = 3

  init(pace: SavingPace) { self.pace = pace }

  var isSaving: Bool {
    if case .saving = phase { true } else { false }
  }

  /// The state has changed. Returns the timer to start, if there is one.
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

  /// What was saved before could not be read when the store began, and is to be tried again before anything is saved.
  /// Returns the timer to start.
  mutating func restoringFailed(at now: Duration) -> Timer? {
    guard phase == .allSaved else {
      assertionFailure("something was saved before the store had begun")
      return nil
    }
    return wait(for: Changes(at: now), Failures(after: 0, at: now))
  }

  /// What this timer is to do now.
  mutating func step(_ timer: Timer, at now: Duration) -> Step {
    guard case .waiting(let changes, let failures, timer) = phase else { return .end }
    let due = failures?.retryAt ?? min(changes.last + pace.quiet, changes.first + pace.longest)
    if !isStoreGone, now < due { return .sleep(due - now) }
    beginSaving(timer, failures)
    return .save
  }

  /// The clock returned before any time had passed: what this timer waits for is left to a flush, to the end, or to the next
  /// change, which asks the clock again, three times in all. True when that is to be told.
  mutating func waitFailed(_ timer: Timer) -> Bool {
    guard case .waiting(let changes, _, timer) = phase else { return false }
    phase = .unattended(changes)
    failedWaits += 1
    return failedWaits == 1
  }

  /// All is to be saved at once.
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

  /// Saving has ended. Returns the timer to start, if there is one.
  mutating func saved(_ success: Bool, at now: Duration) -> Timer? {
    guard case .saving(let saving) = phase else {
      assertionFailure("a saving has ended that had not begun")
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

  /// The store is gone: what is not saved is to be saved now, and once a try that began after this has failed, it is tried
  /// again only when it is asked for. Returns the timer to start, in place of the one before.
  mutating func end() -> Timer? {
    assert(!isStoreGone, "a store has gone twice")
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

  /// Waits with the timer that is running, or with a new one, which is returned.
  private mutating func wait(for changes: Changes, _ failures: Failures?, _ running: Timer? = nil) -> Timer? {
    // After the end nothing is waited for, so the clock does not matter.
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
