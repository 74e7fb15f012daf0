/// Decides which sources are updated, and when: the transitions return what to do, and the caller does it.
///
/// A debounced update waits for a pause in the changes, but only for a few intervals, so that a steady stream of changes
/// cannot starve it. A throttled one is made at the first change, and then once in an interval. One round of updates
/// is made at a time; what becomes due meanwhile waits for the next round.
struct UpdateSchedule: Sendable {
  enum Step: Equatable, Sendable {
    case none
    /// Make a round of updates: take them with `takeDue`, and call `ended` after it.
    case makeRound
    /// Call `rang` at this time.
    case sleep(until: Duration)
  }

  /// How many intervals a debounced update waits at most.
  static let longestWait = 4

  /// A round takes along what is due so soon after it: bindings that changed in one turn were told a moment apart.
  static let grace = Duration.milliseconds(1)

  /// How often a binding is updated while it keeps changing.
  enum Rate: Hashable, Sendable {
    /// When this time has passed without a change, and after a few times as long at most.
    case debounce(Duration)
    /// At the first change, and then once in this time.
    case throttle(Duration)

    static let immediate = Rate.debounce(.zero)
  }

  private struct Wait {
    let firstChange: Duration
    var latestChange: Duration
    let rate: Rate
    /// When the binding was updated before, if that delays its next update.
    let lastUpdate: Duration?

    var end: Duration {
      switch rate {
      case .debounce(let interval):
        min(latestChange + interval, firstChange + interval * UpdateSchedule.longestWait)
      case .throttle(let interval): max(firstChange, lastUpdate.map { $0 + interval } ?? firstChange)
      }
    }
  }

  /// Bindings that are updated immediately, and so take part in every round.
  private var immediate: Set<UInt64> = []
  private var waits: [UInt64: Wait] = [:]
  /// When bindings that are throttled were updated last.
  private var lastUpdates: [UInt64: Duration] = [:]
  private var isMakingRound = false
  private var alarm: Duration?
  /// The latest time that an alarm rang at: it has come, although a clock whose time stands still denies it.
  private var latestRing: Duration = .zero

  /// The binding takes part in every round, so that no two bindings without a delay show different revisions.
  mutating func join(_ binding: UInt64) { immediate.insert(binding) }

  /// What a binding shows has changed.
  mutating func change(_ binding: UInt64, _ rate: Rate, at now: Duration) -> Step {
    let now = max(now, latestRing)
    if waits[binding] != nil {
      waits[binding]?.latestChange = now
      return .none
    }
    let wait = Wait(firstChange: now, latestChange: now, rate: rate, lastUpdate: lastUpdates[binding])
    waits[binding] = wait
    return step(to: wait.end, at: now)
  }

  /// Whether an update of the binding is to come.
  func isWaiting(_ binding: UInt64) -> Bool { waits[binding] != nil }

  /// The time that was waited for has come.
  mutating func rang(_ alarm: Duration, at now: Duration) -> Step {
    guard self.alarm == alarm else { return .none }
    self.alarm = nil
    latestRing = alarm
    return nextStep(at: now)
  }

  /// The bindings of a round that begins now.
  func due(at now: Duration) -> Set<UInt64> {
    let now = max(now, latestRing)
    return immediate.union(waits.lazy.filter { $0.value.end <= now + Self.grace }.map(\.key))
  }

  /// The bindings of the round that was asked for, in the order they were made.
  mutating func takeDue(at now: Duration) -> [UInt64] {
    let now = max(now, latestRing)
    let due = due(at: now)
    for binding in due {
      if case .throttle = waits.removeValue(forKey: binding)?.rate { lastUpdates[binding] = now }
    }
    return due.sorted()
  }

  /// The round is over.
  mutating func ended(at now: Duration) -> Step {
    isMakingRound = false
    return nextStep(at: now)
  }

  /// The binding has ended, and is not to be updated any more.
  mutating func remove(_ binding: UInt64) {
    waits[binding] = nil
    lastUpdates[binding] = nil
    immediate.remove(binding)
  }

  private mutating func nextStep(at now: Duration) -> Step {
    guard let end = waits.values.lazy.map(\.end).min() else { return .none }
    return step(to: end, at: max(now, latestRing))
  }

  private mutating func step(to end: Duration, at now: Duration) -> Step {
    if isMakingRound { return .none }
    if end <= now {
      isMakingRound = true
      return .makeRound
    }
    if let alarm, alarm <= end { return .none }
    alarm = end
    return .sleep(until: end)
  }
}
