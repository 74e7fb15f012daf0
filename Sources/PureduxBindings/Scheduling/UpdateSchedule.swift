/// Decides which sources to update, and when. Each transition returns the next step for the caller to perform.
///
/// A debounced update waits for a pause in the changes, but no longer than a few intervals, so that a steady stream of
/// changes cannot starve the view. A throttled update runs at the first change, and then at most once per interval.
/// Rounds do not overlap: an update that becomes due during a round waits for the next round.
struct UpdateSchedule: Sendable {
  enum Step: Equatable, Sendable {
    case none
    /// Perform a round: call `takeDue` to get the bindings to update, and call `ended` after the round.
    case makeRound
    /// Call `rang` when the clock reaches this time.
    case sleep(until: Duration)
  }

  /// The longest interval that counts as a frame.
  static let frame = Duration.milliseconds(17)

  /// The maximum delay of a debounced update, in intervals.
  static let longestWait = 4

  /// A round also includes updates that become due within this time after the round begins. The bindings affected by
  /// one turn are notified at slightly different times.
  static let grace = Duration.milliseconds(1)

  /// The rate of a binding's updates while the state keeps changing.
  enum Rate: Hashable, Sendable {
    /// Updates the binding after an interval without changes. Continuous changes delay an update by at most a few
    /// intervals.
    case debounce(Duration)
    /// Updates the binding at the first change, and then once per interval while changes continue.
    case throttle(Duration)
    /// As `debounce`, and in every round that other bindings cause.
    case joined(Duration)

    static let immediate = Rate.debounce(.zero)

    /// Whether an interval begins anew at each change.
    var waitsForPause: Bool {
      switch self {
      case .debounce(let interval), .joined(let interval): interval > .zero
      case .throttle: false
      }
    }

    /// Whether the binding is part of every round.
    var joinsRounds: Bool {
      switch self {
      case .debounce(let interval): interval == .zero
      case .throttle: false
      case .joined: true
      }
    }

    fileprivate var interval: Duration {
      switch self {
      case .debounce(let interval), .throttle(let interval), .joined(let interval): interval
      }
    }
  }

  private struct Wait {
    let firstChange: Duration
    var latestChange: Duration
    let rate: Rate
    /// The time of the last throttled update, if any. The interval is measured from this time.
    let lastUpdate: Duration?
    /// Whether the update is made as soon as possible, whatever its rate.
    var isHurried = false

    var end: Duration {
      if isHurried { return firstChange }
      return switch rate {
      case .debounce(let interval), .joined(let interval):
        min(latestChange + interval, firstChange + interval * UpdateSchedule.longestWait)
      case .throttle(let interval): max(firstChange, lastUpdate.map { $0 + interval } ?? firstChange)
      }
    }
  }

  /// Bindings that are part of every round.
  private var joined: Set<UInt64> = []
  private var waits: [UInt64: Wait] = [:]
  /// The time of each throttled binding's last update.
  private var lastUpdates: [UInt64: Duration] = [:]
  private var isMakingRound = false
  private var alarm: Duration?
  /// The time of the latest alarm that fired. Once an alarm has fired, its time counts as reached, even if a stopped
  /// clock still reads an earlier time.
  private var latestRing: Duration = .zero

  /// Adds the binding to every round, so that all these bindings display the same revision.
  mutating func join(_ binding: UInt64) { joined.insert(binding) }

  /// Makes all pending updates due that would wait for at most a frame.
  mutating func hurry() {
    for binding in waits.keys where waits[binding].map({ $0.rate.interval <= Self.frame }) == true {
      waits[binding]?.isHurried = true
    }
  }

  /// Records that the state displayed by a binding has changed.
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

  /// Whether an update of the binding is pending.
  func isWaiting(_ binding: UInt64) -> Bool { waits[binding] != nil }

  /// Records that an alarm has fired.
  mutating func rang(_ alarm: Duration, at now: Duration) -> Step {
    guard self.alarm == alarm else { return .none }
    self.alarm = nil
    latestRing = alarm
    return nextStep(at: now)
  }

  /// Returns the bindings to update in a round that begins at this time.
  func due(at now: Duration) -> Set<UInt64> {
    let now = max(now, latestRing)
    return joined.union(waits.lazy.filter { $0.value.end <= now + Self.grace }.map(\.key))
  }

  /// Returns the bindings to update in the round, in creation order, and clears their pending waits.
  mutating func takeDue(at now: Duration) -> [UInt64] {
    let now = max(now, latestRing)
    let due = due(at: now)
    for binding in due {
      if case .throttle = waits.removeValue(forKey: binding)?.rate { lastUpdates[binding] = now }
    }
    return due.sorted()
  }

  /// Records that the round has ended.
  mutating func ended(at now: Duration) -> Step {
    isMakingRound = false
    return nextStep(at: now)
  }

  /// Removes a binding that has ended.
  mutating func remove(_ binding: UInt64) {
    waits[binding] = nil
    lastUpdates[binding] = nil
    joined.remove(binding)
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
