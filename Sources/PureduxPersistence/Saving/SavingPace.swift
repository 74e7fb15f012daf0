/// How long a change waits until it is saved.
public struct SavingPace: Hashable, Sendable {
  /// A change is saved when no other has come for this long.
  public var quiet: Duration
  /// Under a steady stream of changes, one is saved at least this long after it happened.
  public var longest: Duration

  /// Half a second of quiet, and five seconds at most, unless told otherwise.
  public init(quiet: Duration = .milliseconds(500), longest: Duration = .seconds(5)) {
    self.quiet = quiet
    self.longest = longest
  }
}
