/// When to save: what has changed, what is under way, and what is to be tried again.
///
/// A plain value with no clock and no thread. Its transitions say what the caller must do.
struct SavingSchedule {
  /// What whoever keeps the time is to do next.
  enum Step: Equatable {
    case sleep(Duration)
    case save
    /// Nothing, until it is started again.
    case rest
  }

  /// What whoever wants all to be saved now is to do.
  enum Flush: Equatable {
    case done
    case save
    /// Ask again when the saving under way has ended.
    case wait
  }

  private let pace: SavingPace
  /// When the oldest change that is not saved happened.
  private var dirtySince: Duration?
  private var lastChange = Duration.zero
  private var failures = 0
  private var retryAt = Duration.zero
  private(set) var isSaving = false
  private var isTimed = false
  private(set) var isEnding = false
  /// The saving under way, or the last one, began after the end.
  private var isLastTry = false
  /// The last try has failed: what is not saved waits for a flush, or for another change.
  private var hasGivenUp = false

  init(pace: SavingPace) { self.pace = pace }

  /// The state has changed. True when the caller must start to keep the time.
  mutating func changed(at now: Duration) -> Bool {
    dirtySince = dirtySince ?? now
    lastChange = now
    hasGivenUp = false
    return startTimer()
  }

  /// What to do now for whoever keeps the time; `.save` is a promise to call `saved`.
  mutating func step(at now: Duration) -> Step {
    guard let due, !isSaving, !hasGivenUp else {
      isTimed = false
      return .rest
    }
    if !isEnding, now < due { return .sleep(due - now) }
    beginSaving()
    return .save
  }

  /// All is to be saved at once; `.save` is a promise to call `saved`.
  mutating func flush() -> Flush {
    if isSaving { return .wait }
    guard dirtySince != nil else { return .done }
    beginSaving()
    return .save
  }

  /// Saving has ended. True when the caller must start to keep the time.
  mutating func saved(_ success: Bool, at now: Duration) -> Bool {
    isSaving = false
    failures = success ? 0 : failures + 1
    if !success {
      dirtySince = dirtySince ?? now
      retryAt = now + .seconds(min(1 << min(failures - 1, 6), 60))
      hasGivenUp = isLastTry
    }
    return startTimer()
  }

  /// The store is gone: what is not saved is to be saved now, and once a try that began after this has failed, nobody
  /// tries again unasked.
  mutating func end() -> Bool {
    isEnding = true
    return startTimer()
  }

  private var due: Duration? {
    guard let dirtySince else { return nil }
    return failures > 0 ? retryAt : min(lastChange + pace.quiet, dirtySince + pace.longest)
  }

  private mutating func beginSaving() {
    isSaving = true
    isLastTry = isEnding
    dirtySince = nil
  }

  private mutating func startTimer() -> Bool {
    guard dirtySince != nil, !isTimed, !isSaving, !hasGivenUp else { return false }
    isTimed = true
    return true
  }
}
