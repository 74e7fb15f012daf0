/// The delay between a change and saving.
///
/// ```swift
/// let unhurried = SavingPace(quiet: .seconds(2), longest: .seconds(30))
/// store.persist(in: archive, pace: unhurried)
/// ```
///
/// A pace of zero saves each change at once. A duration that is negative or longer than ten years is clamped, which is
/// reported as misuse.
public struct SavingPace: Hashable, Sendable {
  /// A change is saved after this time without another change.
  public var quiet: Duration
  /// Under a steady stream of changes, a change is saved at the latest after this time.
  public var longest: Duration

  /// Creates a pace; by default half a second of quiet, and five seconds at most.
  public init(quiet: Duration = .milliseconds(500), longest: Duration = .seconds(5)) {
    self.quiet = quiet
    self.longest = longest
  }

  /// This pace, clamped to valid durations.
  var clamped: SavingPace { SavingPace(quiet: quiet.asWait, longest: longest.asWait) }
}
