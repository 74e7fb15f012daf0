public import PureduxEffects

/// How long answers are fresh and are kept, and how a fetch is tried again. Plain data; times are in seconds.
///
/// A number that makes no sense is clamped: a negative time counts as zero, NaN as the default, and more than ten years as
/// ten years.
public struct QueryPolicy: Codable, Hashable, Sendable {
  /// The age from which an answer is stale; nil for never. A stale answer is shown, and fetched anew when it is used.
  public var staleAfter: Double?
  /// The time after which an entry that nothing uses is removed; nil for never.
  public var keepUnused: Double?
  /// The time after which the fetch of an entry that nothing uses is cancelled.
  ///
  /// A row that scrolls out and back in keeps its fetch meanwhile.
  public var cancelUnusedAfter: Double
  /// While an entry is used, it is fetched again this long after its last answer or failure; nil for never.
  public var pollEvery: Double?
  /// How a fetch is tried again, and how long one attempt may take.
  public var retry: RetryPolicy

  /// Makes a policy; by default each new use fetches, and what is not used is kept for five minutes.
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
  /// At least a tenth of a second: a poll of zero would be a loop.
  var pollTime: Int64? { pollEvery.map { max(Moment.nanoseconds($0, orIfNaN: 60), 100_000_000) } }
}
