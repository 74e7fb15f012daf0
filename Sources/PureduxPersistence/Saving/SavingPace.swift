/// How long a change waits until it is saved.
///
/// ```swift
/// let unhurried = SavingPace(quiet: .seconds(2), longest: .seconds(30))
/// store.persist(in: archive, pace: unhurried)
/// ```
///
/// A pace of zero saves each change at once. Durations that no clock can wait for, less than zero or more than ten
/// years, are brought within those limits where the pace is used, which is reported as misuse.
public struct SavingPace: Hashable, Sendable {
  /// A change is saved when no other has come for this long.
  public var quiet: Duration
  /// Under a steady stream of changes, one is saved at least this long after it happened.
  public var longest: Duration

  /// Makes a pace: half a second of quiet, and five seconds at most, unless you say otherwise.
  public init(quiet: Duration = .milliseconds(500), longest: Duration = .seconds(5)) {
    self.quiet = quiet
    self.longest = longest
  }

  /// This pace within what a clock can wait for.
  var clamped: SavingPace { SavingPace(quiet: quiet.asWait, longest: longest.asWait) }
}
