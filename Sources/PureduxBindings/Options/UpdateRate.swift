/// How often a view is updated while its state keeps changing.
///
/// Whatever the rate is, the first state is shown at once, and the last one is always shown.
///
/// ```swift
/// let calm = UpdateOptions<Player>(rate: .throttle(0.25))   // four updates a second at most
/// ```
///
/// Seconds that are negative, or not a number, count as zero, and more than a day as a day. Both are reported.
public enum UpdateRate: Hashable, Sendable {
  /// Updates when so many seconds have passed without a change, and after four times as long at most.
  ///
  /// A burst of changes is one update, made when the burst is over. Zero seconds update as soon as possible.
  case debounce(Double)

  /// Updates at the first change, and then once in so many seconds, for as long as there are changes.
  ///
  /// A single change is shown without delay. What changes in the seconds after an update is shown together when they
  /// are over.
  case throttle(Double)

  /// Updates at the first change, and then sixty times a second for as long as there are changes.
  ///
  /// The rate of a screen: a click is shown in the next frame, and no frame is prepared twice under a steady stream.
  ///
  /// ```swift
  /// let smooth = UpdateOptions<Player>(rate: .frame)
  /// ```
  public static var frame: UpdateRate { .throttle(1.0 / 60) }
}

extension UpdateRate {
  /// The longest interval that is waited for: a day.
  static let longestInterval: Double = 86_400

  /// The same rate with an interval that can be waited for; reports one that cannot.
  func resolved(in context: StoreContext) -> UpdateSchedule.Rate {
    switch self {
    case .debounce(let seconds): .debounce(Self.duration(seconds, "debounceFor", context))
    case .throttle(let seconds): .throttle(Self.duration(seconds, "throttleFor", context))
    }
  }

  private static func duration(_ seconds: Double, _ parameter: String, _ context: StoreContext) -> Duration {
    if seconds >= 0, seconds <= longestInterval { return .seconds(seconds) }
    let taken = seconds > longestInterval ? longestInterval : 0
    context.report(.intervalOutOfRange(parameter, seconds, taken: taken))
    return .seconds(taken)
  }
}
