public import PureduxEffects

/// How long answers are fresh and kept, and how fetches are retried. A plain value; times are in seconds.
///
/// Invalid numbers are clamped: a negative time counts as zero, NaN as the default, and more than ten years as ten
/// years.
public struct QueryPolicy: Codable, Hashable, Sendable {
  /// The age at which an answer becomes stale; nil for never. A stale answer is displayed, and fetched again when it is
  /// used.
  public var staleAfter: Double?
  /// The time after which an unused entry is removed; nil for never.
  public var keepUnused: Double?
  /// The time after which the fetch of an unused entry is cancelled.
  ///
  /// For example, a row that scrolls out of the screen and back in keeps its fetch.
  public var cancelUnusedAfter: Double
  /// The polling interval of a used entry, counted from its last answer or failure; nil for no polling.
  public var pollEvery: Double?
  /// How a fetch is retried, and the time limit of an attempt.
  public var retry: RetryPolicy

  /// Creates a policy; by default each new use fetches, and unused entries are kept for five minutes.
  public init(
    staleAfter: Double? = 0, keepUnused: Double? = 300, cancelUnusedAfter: Double = 0.5, pollEvery: Double? = nil,
    retry: RetryPolicy = RetryPolicy(maxAttempts: 3, base: 1)
  ) {
    self.staleAfter = staleAfter
    self.keepUnused = keepUnused
    self.cancelUnusedAfter = cancelUnusedAfter
    self.pollEvery = pollEvery
    self.retry = retry
  }

  var staleTime: Int64? { staleAfter.map { Moment.nanoseconds($0, orIfNaN: 0) } }
  var keepTime: Int64? { keepUnused.map { Moment.nanoseconds($0, orIfNaN: 300) } }
  var cancelTime: Int64 { Moment.nanoseconds(cancelUnusedAfter, orIfNaN: 0.5) }
  /// At least a tenth of a second: a poll interval of zero would be a busy loop.
  var pollTime: Int64? { pollEvery.map { max(Moment.nanoseconds($0, orIfNaN: 60), 100_000_000) } }
}
