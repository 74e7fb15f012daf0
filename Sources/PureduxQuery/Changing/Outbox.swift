public import PureduxCollections
public import PureduxCore
public import PureduxEffects

/// The changes that the server has not confirmed yet, in order.
public struct Outbox<Change: PendingChange>: Sendable {
  /// A change that is waiting or being sent.
  public struct Item: Identifiable, Sendable {
    /// Identifies the change to the server, so that the server can ignore a repeated change. The identity survives a
    /// restart.
    public let id: Identity
    /// The displayed change.
    public let change: Change
    /// The effect state that causes the change to be sent. The effect state is idle while an earlier change in the same
    /// lane is pending.
    @usableFromInline var job: Effect.State
    /// Whether the change is the counterpart of a ``PairedChange`` that another query state sends. This query state
    /// only displays the counterpart.
    public let isCounterpart: Bool
    /// The logical time of the query state when the change was last sent.
    var sentAt: UInt64 = 0

    /// The reason the change could not be sent; nil if sending has not failed. After a failure, the lane waits until
    /// the change is resent or withdrawn.
    public var failure: Effect.Failure? { job.isFailed ? job.error : nil }
    /// Whether the change is being sent, as opposed to waiting behind another change.
    public var isSending: Bool { job.isInProgress }
  }

  @usableFromInline private(set) var items: OrderedState<Item> = []
  var retry: RetryPolicy
  /// The pending changes to each entry, in order.
  private var waiting: [Change.Key: IdentityQueue] = [:]
  /// The pending changes of each lane, in order.
  private var lanes: [Change.Key: IdentityQueue] = [:]
  /// The counterparts whose sender is not known, because they were restored. See `Agreement`.
  var unclaimed: Set<Identity> = []

  init(retry: RetryPolicy) { self.retry = retry }

  func isPending(_ key: Change.Key) -> Bool { !waiting.isEmpty && waiting[key] != nil }
  func pending(on key: Change.Key) -> [Change] { (waiting[key]?.all ?? []).compactMap { items[id: $0]?.change } }

  /// Whether a change is the first of the pending changes to an entry.
  func isFirst(_ id: Identity, on key: Change.Key) -> Bool { waiting[key]?.first == id }

  /// Returns a confirmed value with its pending changes applied, or nil if there are no pending changes.
  func rebased(_ confirmed: Change.Value, of key: Change.Key) -> Change.Value? {
    guard !waiting.isEmpty, let ids = waiting[key] else { return nil }
    var value = confirmed
    for id in ids.all { items[id: id]?.change.apply(to: &value, of: key) }
    return value
  }

  /// - Parameter keys: The keys of the change, each of them once.
  mutating func append(_ change: Change, _ id: Identity, on keys: [Change.Key], at time: UInt64, isCounterpart: Bool) {
    var job = Effect.State.idle()
    for key in keys { waiting[key, default: IdentityQueue()].append(id) }
    if !isCounterpart {
      let place = if let lane = keys.first { lanes[lane, default: IdentityQueue()].append(id) } else { 0 }
      if place == 0 { job.run(retry) }
    }
    items.append(Item(id: id, change: change, job: job, isCounterpart: isCounterpart, sentAt: time))
  }

  mutating func remove(_ id: Identity) -> Item? {
    // Changes are usually confirmed in order, and removing the first element of a plain array moves all others.
    if items.count >= Self.mostInPlainOrder { items.arrange() }
    guard let item = items.remove(id: id) else { return nil }
    unclaimed.remove(id)
    let keys = Self.unique(item.change.keys)
    for key in keys { Self.remove(id, from: &waiting[key]) }
    if !item.isCounterpart, let lane = keys.first { Self.remove(id, from: &lanes[lane]) }
    return item
  }

  /// Sends the next change in a lane, unless that change is already being sent or has failed.
  mutating func sendNext(after item: Item, at time: UInt64) {
    guard !item.isCounterpart, let lane = item.change.keys.first, let next = lanes[lane]?.first,
      let index = items.index(id: next), items[index].job.isIdle
    else { return }
    Self.send(&items[index], retry, at: time)
  }

  /// Static, because calling an instance method during an in-place change would copy the items.
  private static func send(_ item: inout Item, _ retry: RetryPolicy, at time: UInt64) {
    item.job.run(retry)
    item.sentAt = time
  }

  /// Retries a failed change if a retry is worthwhile. A failed change that is not retried blocks its lane.
  mutating func fail(_ id: Identity, _ failure: Effect.Failure, at time: UInt64, _ isWorthRetrying: Bool) {
    guard var item = items[id: id] else { return }
    item.job.retryOrFailWith(failure, if: { _ in isWorthRetrying })
    item.sentAt = time
    items[id: id] = item
  }

  mutating func resend(at time: UInt64) {
    for index in items.indices where items[index].job.isFailed { Self.send(&items[index], retry, at: time) }
  }

  /// Removes duplicate keys, because a change may list a key twice.
  static func unique(_ keys: [Change.Key]) -> [Change.Key] {
    if keys.count < 2 { return keys }
    var seen = Set<Change.Key>()
    return keys.filter { seen.insert($0).inserted }
  }

  private static func remove(_ id: Identity, from queue: inout IdentityQueue?) {
    queue?.remove(id)
    if queue?.isEmpty == true { queue = nil }
  }

  /// The number of changes up to which removing the first one by moving the others is cheap.
  private static var mostInPlainOrder: Int { 64 }
}

/// Identities in order. Removing the first identity takes amortized constant time.
private struct IdentityQueue: Sendable {
  private var ids: [Identity] = []
  /// The number of removed identities at the start of `ids`.
  private var removed = 0

  var isEmpty: Bool { removed == ids.count }
  var count: Int { ids.count - removed }
  var first: Identity? { isEmpty ? nil : ids[removed] }
  var all: ArraySlice<Identity> { ids[removed...] }

  /// Appends an identity, and returns the number of identities before it.
  @discardableResult
  mutating func append(_ id: Identity) -> Int {
    defer { ids.append(id) }
    return count
  }

  mutating func remove(_ id: Identity) {
    guard let index = all.firstIndex(of: id) else { return }
    guard index == removed else {
      ids.remove(at: index)
      return
    }
    removed += 1
    guard removed > 32, removed > ids.count / 2 else { return }
    ids.removeFirst(removed)
    removed = 0
  }
}

/// A change that is displayed before the server has confirmed it.
///
/// A change is plain data: it can be saved with the state, replayed, and sent by a store.
///
/// ```swift
/// struct Like: PendingChange, Codable {
///   let product: Product.ID
///   let isLiked: Bool
///
///   var keys: [Product.ID] { [product] }
///   func apply(to product: inout Product, of key: Product.ID) { product.isLiked = isLiked }
/// }
/// ```
///
/// If several kinds of changes affect the same values, make them the cases of one enum.
public protocol PendingChange<Key, Value>: Sendable {
  /// The key that identifies a value on the server.
  associatedtype Key: Hashable & Sendable
  /// The server's response for a key, to which changes are applied.
  associatedtype Value: Sendable
  /// The keys of the changed entries. The first key identifies the lane, whose changes are sent one at a time.
  var keys: [Key] { get }
  /// Applies the change to the value of a key. The change is reapplied whenever the confirmed value changes, so it
  /// should be idempotent: for example, set a count instead of incrementing it.
  func apply(to value: inout Value, of key: Key)
}

/// An uninhabited change type, for values that are only fetched.
public enum NoChange<Key: Hashable & Sendable, Value: Sendable>: PendingChange, Codable {
  public var keys: [Key] { switch self {} }
  public func apply(to value: inout Value, of key: Key) { switch self {} }

  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "There are no changes."))
  }

  public func encode(to encoder: any Encoder) throws { switch self {} }
}

/// The error to throw from `send` if the server will never accept a change. The change is then reverted.
public struct Refused: Error, Sendable {
  /// Creates the error; the server's reason is not stored.
  public init() {}
}
