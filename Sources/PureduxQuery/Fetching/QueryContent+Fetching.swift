internal import PureduxCollections
internal import PureduxCore
public import PureduxEffects

// Starts and ends fetches, and applies their responses.
extension QueryContent {
  /// Starts fetching an entry that is not being fetched.
  mutating func begin(_ entry: inout Entry, _ now: Int64, because reason: FetchReason) {
    (entry.isFetching, entry.reason) = (true, reason)
    var fetch = Fetch(id: entry.id, job: .running(policy.fetchRetry), asked: stamp, begunAt: now)
    if paging != nil { fetch.shown = entry.confirmedValue }
    if let interrupted = entry.interrupted, isWorthContinuing(interrupted, of: entry, now) {
      (fetch.pages, fetch.tags, fetch.goal) = (interrupted.pages, interrupted.tags, interrupted.goal)
      (fetch.asked, fetch.begunAt) = (interrupted.asked, interrupted.begunAt)
    }
    entry.interrupted = nil
    fetches.append(fetch)
  }

  /// Whether the pages fetched before the failed page are still valid.
  private func isWorthContinuing(_ fetch: Fetch, of entry: Entry, _ now: Int64) -> Bool {
    guard !isInvalid(entry, since: fetch.asked), entry.written <= fetch.asked else { return false }
    guard let time = policy.staleTime, time > 0 else { return true }
    return now - fetch.begunAt < time
  }

  /// Restarts a fetch from its first page, so that the fetch covers every invalidation so far.
  private mutating func beginAgain(_ fetch: inout Fetch) {
    (fetch.asked, fetch.begunAt, fetch.pages, fetch.tags) = (stamp, Moment.now, nil, nil)
    if paging != nil { fetch.shown = entries[id: fetch.id]?.confirmedValue }
    // A page requested at the end of the list is fetched as part of the restarted fetch, and a page requested at the
    // start is fetched separately afterwards.
    if fetch.direction == .earlier { fetch.next = .earlier }
    (fetch.direction, fetch.isWantedAgain) = (nil, false)
    fetch.job.restart(policy.fetchRetry)
    fetches[id: fetch.id] = fetch
    entries[id: fetch.id]?.reason = .overtaken
  }

  mutating func take(_ answer: Value, for key: Key, _ tags: [QueryTag]) {
    guard var fetch = fetches[id: key], var entry = entries[id: key] else { return }
    // The response might not include a write that this client made during the request.
    guard entry.written <= fetch.asked else { return beginAgain(&fetch) }
    var value = answer
    if let paging {
      let before = fetch.pages
      if let before {
        value = before
        paging.add(&value, answer, fetch.direction ?? .later)
      }
      fetch.pages = value
      fetch.tags = (fetch.tags ?? []) + tags.filter { fetch.tags?.contains($0) != true }
      let count = paging.count(value)
      // Fetch at least as many pages as are displayed. A response that adds no page ends the fetch, which might
      // otherwise never end.
      if fetch.direction == nil, paging.hasPage(value, .later), count > before.map(paging.count) ?? 0,
        count < max(fetch.goal, entry.confirmedValue.map(paging.count) ?? 1)
      {
        fetch.job.restart(policy.fetchRetry)
        return fetches[id: key] = fetch
      }
    }
    let now = Moment.now
    // An additional page does not change the age of the other pages.
    if fetch.direction == nil {
      entry.asked = fetch.asked
      noteAnswer(in: &entry, now)
    }
    entry.landed = tick()
    entry.failure = nil
    show(value, in: &entry)
    tag(&entry, fetch.tags ?? tags)
    fetch.direction = nil
    end(&fetch, &entry, now)
  }

  mutating func fail(_ failure: Effect.Failure, for key: Key, _ isWorthRetrying: Bool) {
    guard var fetch = fetches[id: key], var entry = entries[id: key] else { return }
    fetch.job.retryOrFailWith(failure, if: { _ in isWorthRetrying })
    if fetch.job.isInProgress {
      // A retry covers every invalidation so far, unless it keeps pages that were fetched earlier.
      if fetch.pages == nil { fetch.asked = stamp }
      return fetches[id: key] = fetch
    }
    entry.failure = fetch.job.error
    // A failed fetch of a single additional page is not resumed; the fetch starts over when the page is next requested.
    entry.interrupted = fetch.pages == nil || fetch.direction != nil ? nil : fetch
    end(&fetch, &entry, Moment.now)
  }

  /// Ends a fetch, or restarts it if an invalidation or a write has occurred since the request.
  private mutating func end(_ fetch: inout Fetch, _ entry: inout Entry, _ now: Int64) {
    if entry.isUsed || fetch.isWantedAgain, isInvalid(entry, since: fetch.asked) || entry.written > fetch.asked {
      entry.interrupted = nil
      write(entry)
      return beginAgain(&fetch)
    }
    (entry.isFetching, entry.endedAt) = (false, now)
    fetches.remove(id: entry.id)
    setDeadline(of: &entry, now)
    write(entry)
    forgetUnusedTags()
    if let next = fetch.next, entry.failure == nil { more(entry.id, next) }
  }
}

// Requests made by the application.
extension QueryContent {
  mutating func prefetch(_ key: Key) { request(key, because: .requested) { $0.isStale($1, $2) } }

  mutating func refetch(_ key: Key) {
    if let index = fetches.index(id: key) {
      fetches[index].isWantedAgain = true
      keepFetch(of: key)
    }
    if entries[id: key]?.isUsed == true || fetches.contains(id: key) {
      invalidate([key], because: .requested)
    } else {
      request(key, because: .requested) { _, _, _ in true }
    }
  }

  private mutating func request(_ key: Key, because reason: FetchReason, if isNeeded: (Self, Entry, Int64) -> Bool) {
    var entry = entries[id: key] ?? Entry(key)
    let now = Moment.now
    if entry.isFetching { return keepFetch(of: key) }
    guard isNeeded(self, entry, now) else { return }
    begin(&entry, now, because: reason)
    // The application requested the entry, so the fetch must not be cancelled, even if the entry is not in use.
    entry.deadline = Moment.never
    write(entry)
  }

  /// Prevents the automatic cancellation of a fetch in progress. The application has requested the key, so the fetch
  /// must finish even if the key is not in use.
  private mutating func keepFetch(of key: Key) {
    guard let index = entries.index(id: key), entries[index].deadline != Moment.never else { return }
    entries[index].deadline = Moment.never
  }

  /// Fetches another page of a list; repeated requests are coalesced.
  mutating func more(_ key: Key, _ direction: PageDirection) {
    guard let paging else { return }
    guard let value = entries[id: key]?.confirmedValue else { return request(key, because: .page) { _, _, _ in true } }
    if let index = fetches.index(id: key) {
      keepFetch(of: key)
      if fetches[index].direction == direction { return }
      if fetches[index].direction == nil, direction == .later {
        fetches[index].goal = max(fetches[index].goal, paging.count(value) + 1)
      } else {
        fetches[index].next = direction
      }
      return
    }
    guard paging.hasPage(value, direction) else { return }
    request(key, because: .page) { _, _, _ in true }
    guard var fetch = fetches[id: key], let entry = entries[id: key] else { return }
    // A full fetch that failed partway is resumed, and extended to include the requested page.
    if fetch.pages == nil {
      (fetch.pages, fetch.tags, fetch.asked, fetch.direction) = (value, entry.tags, entry.asked, direction)
      if direction == .later { fetch.goal = paging.count(value) + 1 }
    } else if direction == .later {
      fetch.goal = paging.count(value) + 1
    } else {
      fetch.next = direction
    }
    fetches[id: key] = fetch
  }

  mutating func cancel(_ key: Key) {
    guard fetches.remove(id: key) != nil, var entry = entries[id: key] else { return }
    let now = Moment.now
    (entry.isFetching, entry.endedAt) = (false, now)
    setDeadline(of: &entry, now)
    write(entry)
  }

  mutating func refetchStale() {
    let now = Moment.now
    for key in used.keys {
      guard var entry = entries[id: key], !entry.isFetching, isStale(entry, now) else { continue }
      begin(&entry, now, because: .signal)
      write(entry)
    }
  }

  mutating func set(_ value: Value, for key: Key, _ tags: [QueryTag]?) {
    var entry = entries[id: key] ?? Entry(key)
    let now = Moment.now
    noteWrite(in: &entry)
    (entry.asked, entry.failure) = (stamp, nil)
    noteAnswer(in: &entry, now)
    show(value, in: &entry)
    if let tags { tag(&entry, tags) }
    entry.endedAt = now
    if !entry.isFetching { setDeadline(of: &entry, now) }
    write(entry)
  }

  mutating func seed(_ value: Value, for key: Key) {
    var entry = entries[id: key] ?? Entry(key)
    guard entry.value == nil else { return }
    entry.isRestored = true
    show(value, in: &entry)
    if !entry.isFetching { setDeadline(of: &entry, Moment.now) }
    write(entry)
  }

  mutating func reset() {
    let old = self
    self = QueryContent(policy, Outbox(retry: outbox.retry))
    // Keep the timer, the counters and the counterparts of the old content.
    (alarm, alarmTime, stamp, usage) = (old.alarm, old.alarmTime, old.stamp, old.usage)
    (origin, restoredOrigin, agreement) = (old.origin, old.restoredOrigin, old.agreement)
    for key in old.used.keys { setUsed(key, true, number: old.entries[id: key]?.usage ?? 0) }
    for item in old.outbox.items where item.isCounterpart { add(item.change, as: item.id, isCounterpart: true) }
    outbox.unclaimed = old.outbox.unclaimed
  }
}

/// The reason for a fetch, for display in tools. A recording also contains the action that triggered the fetch.
enum FetchReason: Sendable {
  /// The key came into use, and its value was stale or missing.
  case used
  /// The key, one of its tags, or everything was invalidated.
  case invalidated
  /// The server confirmed a change from this client without returning a value.
  case confirmed
  /// The application requested the key.
  case requested
  /// The application requested another page.
  case page
  /// The polling interval has elapsed.
  case poll
  /// The value was stale when a signal arrived, for example because the network became available again.
  case signal
  /// The previous fetch was overtaken by an invalidation or a write.
  case overtaken
}

/// The end of a list at which a page is added.
@usableFromInline
enum PageDirection: Sendable {
  case earlier, later
}

/// A fetch in progress.
@usableFromInline
struct QueryFetch<Key: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
  @usableFromInline let id: Key
  @usableFromInline var job: Effect.State
  /// The logical time at which the fetch was requested. A later invalidation triggers another fetch.
  var asked: UInt64
  /// The time on the store's clock at which the fetch began.
  var begunAt: Int64
  /// The pages that have been fetched so far.
  @usableFromInline var pages: Value?
  /// The tags of the fetched pages.
  var tags: [QueryTag]?
  /// The requested number of pages, if greater than the number of displayed pages.
  var goal = 0
  /// The end of the list at which a single page is added; nil if the fetch begins with the first page.
  @usableFromInline var direction: PageDirection?
  /// The list as it was when the fetch began; it supplies the cursor of the first page.
  @usableFromInline var shown: Value?
  /// The end of the list at which another page was requested during this fetch; nil if none.
  var next: PageDirection?
  /// Whether the application requested another fetch, which must follow even if the key is not in use.
  var isWantedAgain = false

  init(id: Key, job: Effect.State, asked: UInt64, begunAt: Int64) {
    (self.id, self.job, self.asked, self.begunAt) = (id, job, asked, begunAt)
  }
}

extension QueryFetch where Value: PagedValue {
  /// The cursor of the page to fetch.
  @usableFromInline var cursor: Value.Cursor? {
    guard let pages else { return shown?.start }
    return direction == .earlier ? pages.previous : pages.next
  }
}
