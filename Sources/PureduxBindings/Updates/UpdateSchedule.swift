/// Decides which bindings are to be updated when: the transitions say what to do, the caller does it.
///
/// An update waits until a binding's interval has passed without a change, yet never longer than a few
/// intervals, so that a steady stream of changes cannot starve it. One round of updates is made at a time;
/// what becomes due meanwhile waits for the next.
struct UpdateSchedule: Sendable {
  enum Step: Equatable, Sendable {
    case none
    /// Make a round of updates: `takeDue` what is due, and tell with `ended`.
    case makeRound
    /// Come back at this time, with `rang`.
    case sleep(until: Duration)
  }

  /// How many intervals an update waits at most.
  static let longestWait = 4

  /// A round takes along what would be due so soon after it, as what changed in the same turn is.
  static let grace = Duration.milliseconds(1)

  private struct Wait {
    let firstChange: Duration
    var latestChange: Duration
    let interval: Duration

    var end: Duration {
      min(latestChange + interval, firstChange + interval * UpdateSchedule.longestWait)
    }
  }

  private var prompt: Set<UInt64> = []
  private var waits: [UInt64: Wait] = [:]
  private var isMakingRound = false
  private var alarm: Duration?

  /// The binding never waits, so it takes part in every round: no two of this kind show different revisions.
  mutating func join(_ binding: UInt64) { prompt.insert(binding) }

  /// What a binding shows has changed.
  mutating func change(_ binding: UInt64, interval: Duration, at now: Duration) -> Step {
    if waits[binding] != nil {
      waits[binding]?.latestChange = now
      return .none
    }
    let wait = Wait(firstChange: now, latestChange: now, interval: interval)
    waits[binding] = wait
    return step(to: wait.end, at: now)
  }

  func isWaiting(_ binding: UInt64) -> Bool { waits[binding] != nil }

  mutating func rang(_ alarm: Duration, at now: Duration) -> Step {
    guard self.alarm == alarm else { return .none }
    self.alarm = nil
    return nextStep(at: now)
  }

  /// The bindings of a round that begins now.
  func due(at now: Duration) -> Set<UInt64> {
    prompt.union(waits.lazy.filter { $0.value.end <= now + Self.grace }.map(\.key))
  }

  /// The bindings of the round that was asked for, in the order they were made.
  mutating func takeDue(at now: Duration) -> [UInt64] {
    let due = due(at: now)
    for binding in due { waits[binding] = nil }
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
    prompt.remove(binding)
  }

  private mutating func nextStep(at now: Duration) -> Step {
    guard let end = waits.values.lazy.map(\.end).min() else { return .none }
    return step(to: end, at: now)
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
