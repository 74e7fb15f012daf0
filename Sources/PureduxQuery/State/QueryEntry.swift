import PureduxCore
public import PureduxEffects

/// The cached data for one key: the displayed value and its status.
public struct QueryEntry<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
  public let id: Key
  /// The displayed value: the confirmed value with the pending changes applied; nil if there is no value yet.
  public internal(set) var value: Value?
  /// Whether a fetch is waiting or running, or will be retried.
  public internal(set) var isFetching = false
  /// Whether the key is in use.
  public internal(set) var isUsed = false
  /// True if the value was restored or seeded and no response has arrived since.
  public internal(set) var isRestored = false
  /// The reason for the last fetch; nil before the first fetch.
  var reason: FetchReason?
  /// The wall time of the last response, in nanoseconds since 1970. After a restart, the age of the response is
  /// computed from this time.
  var updatedAt = Int64.min
  /// The time at which to poll an entry in use, remove an unused entry, or cancel its fetch.
  var deadline = Moment.never
  /// The time of the last response, failure, or cancellation by the application; `.min` for none. The time is measured
  /// on the store's clock.
  var endedAt = Int64.min
  // In order: the logical times at which the last response was requested, the key was last invalidated, this client
  // last wrote the value, and the confirmed value last changed.
  var asked: UInt64 = 0
  var invalidated: UInt64 = 0
  var written: UInt64 = 0
  var landed: UInt64 = 0
  /// The sequence number of the last action that changed whether the key is in use.
  var usage: UInt64 = 0
  /// The tags of the last response; nil if the tags are unknown, as they are before the first response.
  var tags: [QueryTag]?
  private var rare: Rare?

  /// The fields that only a few entries need.
  private final class Rare: Sendable {
    let failure: Effect.Failure?
    let confirmed: Value?
    let interrupted: QueryFetch<Key, Value>?

    init?(_ failure: Effect.Failure?, _ confirmed: Value?, _ interrupted: QueryFetch<Key, Value>?) {
      if failure == nil, confirmed == nil, interrupted == nil { return nil }
      (self.failure, self.confirmed, self.interrupted) = (failure, confirmed, interrupted)
    }
  }

  @usableFromInline
  init(_ id: Key) { self.id = id }

  /// The reason the last fetch failed; nil after a successful response.
  public internal(set) var failure: Effect.Failure? {
    get { rare?.failure }
    set { if newValue != nil || rare != nil { rare = Rare(newValue, rare?.confirmed, rare?.interrupted) } }
  }

  /// The confirmed value, without pending changes.
  public var confirmedValue: Value? { rare?.confirmed ?? value }

  /// Whether the displayed value has unconfirmed changes.
  public var isPending: Bool { rare?.confirmed != nil }

  /// True if a fetch is in progress and there is no value to display yet.
  public var isLoading: Bool { value == nil && isFetching }

  /// Whether a value is displayed while it is being fetched again.
  public var isRefreshing: Bool { value != nil && isFetching }

  /// The confirmed value of an entry with pending changes; otherwise nil.
  var confirmed: Value? {
    get { rare?.confirmed }
    set { if newValue != nil || rare != nil { rare = Rare(rare?.failure, newValue, rare?.interrupted) } }
  }

  /// Applies a pending change to the displayed value in place.
  mutating func display(_ change: (inout Value) -> Void) {
    guard value != nil else { return }
    if confirmed == nil { confirmed = value }
    change(&value!)
  }

  /// The list fetch that was interrupted when fetching a page failed; nil if there is none.
  var interrupted: QueryFetch<Key, Value>? {
    get { rare?.interrupted }
    set { if newValue != nil || rare != nil { rare = Rare(rare?.failure, rare?.confirmed, newValue) } }
  }
}

extension QueryEntry: CustomReflectable {
  /// Shows the value of the entry and its status, without internal bookkeeping.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id, "value": value as Any, "confirmed": confirmed as Any, "isFetching": isFetching, "isUsed": isUsed,
        "failure": failure as Any,
      ], displayStyle: .struct)
  }
}

/// A name shared by several responses, so that a single call can invalidate all of them.
///
/// ```swift
/// let tags: [QueryTag] = ["products", QueryTag("category", 7)]
/// ```
public struct QueryTag: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The name, which several tags may share.
  public let name: String
  /// An identifier that distinguishes tags with the same name.
  public let id: String?

  /// Creates a tag, for example for one category of products.
  public init(_ name: String, _ id: (some CustomStringConvertible)? = String?.none) {
    self.name = name
    self.id = id.map { $0.description }
  }

  public init(stringLiteral name: String) { self.init(name) }
}

/// Determines how long responses stay fresh, how long they are kept, and how fetches are retried.
///
/// A query policy is a plain value. A negative time is treated as zero, and more than ten years as ten years.
public struct QueryPolicy: Hashable, Sendable {
  /// The age at which a response becomes stale; nil for never. A stale response is still displayed, but is
  /// fetched again the next time its key is used.
  public var staleAfter: Duration?
  /// The time after which an unused entry is removed; nil for never.
  public var keepUnused: Duration?
  /// The time after which the fetch of an unused entry is cancelled.
  ///
  /// For example, a row's fetch continues if the row scrolls off the screen only briefly.
  public var cancelUnusedAfter: Duration
  /// The time from a response or a failure to the next poll of an entry in use; nil for no polling.
  public var pollEvery: Duration?
  /// The retry policy of a fetch. Its `timeout`, if there is one, takes precedence over ``fetchTimeLimit``.
  public var retry: RetryPolicy
  /// The time limit of each attempt to fetch a key, measured by the store's clock; nil for no limit.
  ///
  /// The limit applies to each page of a list. An attempt that exceeds the limit is cancelled, and counts as failed: it
  /// is retried as the retry policy specifies. By default, the limit is one minute. For long downloads, choose a longer
  /// limit, or none.
  public var fetchTimeLimit: Duration?

  /// Creates a policy. By default, each new use triggers a fetch, unused entries are kept for five minutes, and each
  /// attempt to fetch takes at most a minute.
  public init(
    staleAfter: Duration? = .zero, keepUnused: Duration? = .seconds(300),
    cancelUnusedAfter: Duration = .milliseconds(500), pollEvery: Duration? = nil,
    retry: RetryPolicy = RetryPolicy(maxAttempts: 3, base: 1), fetchTimeLimit: Duration? = .seconds(60)
  ) {
    self.staleAfter = staleAfter
    self.keepUnused = keepUnused
    self.cancelUnusedAfter = cancelUnusedAfter
    self.pollEvery = pollEvery
    self.retry = retry
    self.fetchTimeLimit = fetchTimeLimit
  }

  var staleTime: Int64? { staleAfter.map { Moment.nanoseconds($0.asWait) } }
  var keepTime: Int64? { keepUnused.map { Moment.nanoseconds($0.asWait) } }
  var cancelTime: Int64 { Moment.nanoseconds(cancelUnusedAfter.asWait) }
  /// The polling interval in nanoseconds; at least a tenth of a second, to avoid a busy loop.
  var pollTime: Int64? { pollEvery.map { max(Moment.nanoseconds($0.asWait), 100_000_000) } }

  /// The retry policy of a fetch with the time limit of an attempt.
  var fetchRetry: RetryPolicy {
    var policy = retry
    // A timeout of NaN is none.
    if policy.timeout?.isNaN ?? true { policy.timeout = fetchTimeLimit.map { Double(Moment.nanoseconds($0)) / 1e9 } }
    return policy
  }

  /// This policy without infinities and NaN, which formats such as JSON cannot encode.
  var encodable: QueryPolicy {
    var policy = self
    policy.retry = retry.encodable
    return policy
  }
}

/// The times are saved as numbers of seconds. A policy that was saved without a time limit of fetches, by an older
/// version, has the default one.
extension QueryPolicy: Codable {
  private enum CodingKeys: CodingKey {
    case staleAfter, keepUnused, cancelUnusedAfter, pollEvery, retry, fetchTimeLimit
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func time(_ key: CodingKeys) throws -> Duration? {
      try container.decodeIfPresent(Double.self, forKey: key).map { .nanoseconds(Moment.nanoseconds($0)) }
    }
    self.init(
      staleAfter: try time(.staleAfter), keepUnused: try time(.keepUnused),
      cancelUnusedAfter: try time(.cancelUnusedAfter) ?? QueryPolicy().cancelUnusedAfter,
      pollEvery: try time(.pollEvery), retry: try container.decode(RetryPolicy.self, forKey: .retry))
    if container.contains(.fetchTimeLimit) {
      fetchTimeLimit = try container.decodeIfPresent(Duration.self, forKey: .fetchTimeLimit)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func seconds(_ time: Duration) -> Double { Double(Moment.nanoseconds(time.asWait)) / 1e9 }
    try container.encodeIfPresent(staleAfter.map(seconds), forKey: .staleAfter)
    try container.encodeIfPresent(keepUnused.map(seconds), forKey: .keepUnused)
    try container.encode(seconds(cancelUnusedAfter), forKey: .cancelUnusedAfter)
    try container.encodeIfPresent(pollEvery.map(seconds), forKey: .pollEvery)
    try container.encode(retry, forKey: .retry)
    // No limit is encoded too, because a missing limit means the default.
    try container.encode(fetchTimeLimit, forKey: .fetchTimeLimit)
  }
}
