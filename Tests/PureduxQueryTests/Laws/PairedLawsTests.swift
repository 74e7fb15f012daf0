import Foundation
import PureduxTesting
import Testing

@testable import PureduxQuery

/// Random uses, invalidations, pushes, pages, changes of two query states, refusals, kills and time travel, in explored
/// orders, compared with a server that has the true values.
@Suite struct `Laws of changes of two query states` {
  @Test(arguments: LongForm.parts(of: 100, long: 10_000)) func `hold in random runs`(seeds: Range<Int>) throws {
    for seed in seeds {
      var run = try MarketRun(seed)
      for mark in 1...60 {
        try run.step(mark)
        if run.below(3) == 0 { run.settle() }
      }
      run.end()
      #expect(run.mistakes.values == [], "seed \(seed)")
    }
  }
}

/// Adds a mark to a note, and posts it to a list, if there is one. The server refuses a negative mark.
private struct Enter: PairedChange, Codable {
  let note: Int
  let list: Int?
  let mark: Int

  var keys: [Int] { [note] }
  func apply(to note: inout Note, of key: Int) { if !note.marks.contains(mark) { note.marks.append(mark) } }
  var counterpart: Post? { list.map { Post(list: $0, mark: mark) } }
}

/// Posts a mark at the top of a paginated list.
private struct Post: PendingChange, Codable {
  let list: Int
  let mark: Int

  var keys: [Int] { [list] }
  func apply(to pages: inout Pages<Int, Int>, of key: Int) {
    if !pages.items.contains(mark) { pages.insert(mark, at: 0) }
  }
}

private struct MarketState: Codable, Sendable {
  enum Action: Sendable {
    case notes(EditableQueryAction<Enter>), lists(EditableQueryAction<Post>)
    case withdraw(Identity), pushed(Int, Note), invalidateAll, replace(MarketState)
  }

  var notes: EditableQueryState<Enter>
  var lists: EditableQueryState<Post>

  mutating func reduce(_ action: Action) {
    switch action {
    case .notes(let action): notes.reduce(action, with: &lists)
    case .lists(let action): lists.reduce(action)
    case .withdraw(let id): notes.withdraw(id, with: &lists)
    case .pushed(let key, let note): notes.set(note, for: key)
    case .invalidateAll:
      notes.invalidateAll()
      lists.invalidateAll()
    case .replace(let state): self = state
    }
  }
}

extension MarketState {
  init() {
    let retry = RetryPolicy(maxAttempts: .max, base: 1, cap: 2)
    let policy = QueryPolicy(staleAfter: .seconds(3), keepUnused: .seconds(20), retry: retry)
    self.init(notes: .init(policy, sending: retry), lists: .init(policy, sending: retry))
  }
}

/// A server of notes and of lists with three items per page. It accepts each identity once.
private final class Market: Sendable {
  struct Content {
    var notes: [Int: Note] = [:]
    var lists: [Int: [Int]] = [0: Array(1000..<1007), 1: Array(2000..<2007)]
    var taken: [Identity: Int] = [:]
    /// The marks in the order in which they were accepted.
    var order: [Int] = []
    /// The number of fetches of each key.
    var begun: [String: Int] = [:]
    var (fetchFailures, sendFailures) = (0, 0)
  }

  let content = Guarded(Content())

  private func wait() async throws { try await StoreContext.current.clock.sleep(.milliseconds(300)) }

  private static func fail(_ times: inout Int) throws {
    guard times > 0 else { return }
    times -= 1
    throw Server.Down()
  }

  func fetch<Answer: Sendable>(_ name: String, _ read: @Sendable (Content) -> Answer) async throws -> Answer {
    content.withLock { $0.begun[name, default: 0] += 1 }
    try await wait()
    let answer = try content.withLock { content in
      try Self.fail(&content.fetchFailures)
      return read(content)
    }
    try await wait()
    return answer
  }

  func send(_ mark: Int, _ id: Identity, _ write: @Sendable (inout Content) -> Void) async throws {
    try await wait()
    try content.withLock { content in
      try Self.fail(&content.sendFailures)
      if mark < 0 { throw Refused() }
      guard content.taken.updateValue(mark, forKey: id) == nil else { return }
      content.order.append(mark)
      write(&content)
    }
    try await wait()
  }

  func place(of mark: Int) -> Int? { content.withLock { $0.order.firstIndex(of: mark) } }
  func note(_ key: Int) -> Note { content.withLock { $0.notes[key] ?? Note() } }
  func list(_ key: Int) -> [Int] { content.withLock { $0.lists[key] ?? [] } }
  func fetches(_ name: String) -> Int { content.withLock { $0.begun[name] ?? 0 } }
  func change(_ key: Int) { content.withLock { $0.notes[key, default: Note()].version += 1 } }
}

extension Market.Content {
  /// Appends without checking for duplicates, so that a change that is applied twice is detected.
  fileprivate mutating func enter(_ mark: Int, note: Int) {
    notes[note, default: Note()].marks.append(mark)
    notes[note]?.version += 1
  }

  fileprivate mutating func post(_ mark: Int, list: Int) { lists[list, default: []].insert(mark, at: 0) }
}

/// The store of one run of the application.
private struct MarketWorld {
  let context: TestContext
  let store: StateStore<MarketState, MarketState.Action>
  let notes: EditableStoreQueries<Enter, MarketState.Action>
  let lists: EditableStoreQueries<Post, MarketState.Action>

  init(_ seed: Int, life: Int, _ state: MarketState, _ market: Market) {
    context = TestContext(schedule: .seeded(UInt64(seed)), identitySeed: UInt64(life), stepLimit: 100_000)
    (store, notes, lists) = context.run {
      let store = StateStore<MarketState, MarketState.Action>(state) { $0.reduce($1) }
      let notes = store.queries(
        { $0.notes }, action: MarketState.Action.notes, tags: { key, _ in [key < 2 ? "low" : "high"] }
      ) {
        key in
        try await market.fetch("note \(key)") { $0.notes[key] ?? Note() }
      } send: { change, id in
        try await market.send(change.mark, id) { content in
          content.enter(change.mark, note: change.note)
          if let list = change.list { content.post(change.mark, list: list) }
        }
        return seed.isMultiple(of: 2) ? [change.note: market.note(change.note)] : [:]
      }
      let lists = store.queries({ $0.lists }, action: MarketState.Action.lists) { key, cursor in
        try await market.fetch("list \(key)") { content in
          let rest = (content.lists[key] ?? []).dropFirst(cursor ?? 0)
          return Pages(Array(rest.prefix(3)), next: rest.count > 3 ? (cursor ?? 0) + 3 : nil)
        }
      } send: { change, id in
        try await market.send(change.mark, id) { $0.post(change.mark, list: change.list) }
        return [:]
      }
      return (store, notes, lists)
    }
    context.runUntilIdle()
  }
}

private struct MarketRun {
  /// A change that the server must have in the end: to a note, a list, or both.
  private struct Added: Equatable {
    let mark: Int
    let note: Int?
    let list: Int?
  }

  /// A saved state, and the changes that it contains.
  private struct Saved {
    var state: MarketState
    var added: [Added]
  }

  let mistakes = Recorder<String>()
  private let seed: Int
  private let market = Market()
  private var world: MarketWorld
  private var numbers: RandomNumbers
  private var noteUses: [QueryUse?] = Array(repeating: nil, count: 4)
  private var listUses: [QueryUse?] = Array(repeating: nil, count: 2)
  private var added: [Added] = []
  private var saved: [Saved] = []
  private var lives = 1
  private var watching: StoreSubscription?
  /// The number of fetches of a key at its invalidation while in use: another fetch must follow.
  private var owed: [String: Int] = [:]

  init(_ seed: Int) throws {
    (self.seed, numbers) = (seed, RandomNumbers(seed &+ 7_000_000))
    world = MarketWorld(seed, life: 1, MarketState(), market)
    watch()
  }

  mutating func below(_ count: Int) -> Int { numbers.below(count) }
  func settle() { world.context.runUntilIdle() }

  private mutating func watch() {
    let (mistakes, highest) = (mistakes, Guarded<[Int: Int]>([:]))
    watching = world.store.subscribe { state in
      for entry in state.notes.entries {
        if let confirmed = entry.confirmedValue {
          let before = highest.withLock { $0.updateValue(confirmed.version, forKey: entry.id) } ?? 0
          if confirmed.version < before { mistakes.record("note \(entry.id) went back") }
        }
      }
      Self.look(at: state.notes, mistakes)
      Self.look(at: state.lists, mistakes)
      // Restored states agree after two actions of the sending state, which the library requests.
      guard state.notes.content.agreement == .complete(with: state.lists.content.origin) else { return }
      let shown = state.lists.pending.filter(\.isCounterpart).map(\.id)
      let wanted = state.notes.pending.filter { $0.change.counterpart != nil }.map(\.id)
      if Set(shown) != Set(wanted) { mistakes.record("the states show different changes") }
    }
  }

  /// The displayed values are the confirmed values with the pending changes applied in order.
  private static func look<Change>(at queries: EditableQueryState<Change>, _ mistakes: Recorder<String>)
  where Change.Value: Equatable {
    for entry in queries.entries {
      guard var expected = entry.confirmedValue, let shown = entry.value else { continue }
      for change in queries.pending(on: entry.id) { change.apply(to: &expected, of: entry.id) }
      if shown != expected { mistakes.record("\(entry.id) shows \(shown), not \(expected)") }
    }
  }

  mutating func step(_ mark: Int) throws {
    let (store, key, list) = (world.store, below(4), below(2))
    switch below(16) {
    case 0: noteUses[key] = world.notes.use(key)
    case 1:
      noteUses[key] = nil
      owed["note \(key)"] = nil
    case 2: listUses[list] = below(3) == 0 ? nil : world.lists.use(list)
    case 3: invalidate([key]) { $0.dispatch(.notes(.refetch(key))) }
    case 4: invalidate([0, 1]) { $0.dispatch(.notes(.invalidate(["low"]))) }
    case 5:
      invalidate([0, 1, 2, 3]) { $0.dispatch(.invalidateAll) }
    case 6:
      market.change(key)
      store.dispatch(.pushed(key, market.note(key)))
    case 7: store.dispatch(.lists(.more(list)))
    case 8, 9:
      let (isRefused, isPaired) = (below(5) == 0, below(4) > 0)
      if !isRefused { added.append(Added(mark: mark, note: key, list: isPaired ? list : nil)) }
      store.dispatch(.notes(.add(Enter(note: key, list: isPaired ? list : nil, mark: isRefused ? -mark : mark))))
    case 10:
      added.append(Added(mark: mark, note: nil, list: list))
      store.dispatch(.lists(.add(Post(list: list, mark: mark))))
    case 11:
      let count = below(3)
      if below(2) == 0 {
        market.content.withLock { $0.fetchFailures = count }
      } else {
        market.content.withLock { $0.sendFailures = count }
      }
    case 12: withdraw()
    case 13:
      settle()
      saved.append(Saved(state: store.state, added: added))
    case 14: try goBack()
    default:
      world.context.advance(by: .milliseconds(below(15) * 100))
      if below(4) == 0 { checkOwed() }
    }
  }

  /// Changes notes on the server, and notifies the store. Keys in use must be fetched after that.
  private mutating func invalidate(_ keys: [Int], by tell: (StateStore<MarketState, MarketState.Action>) -> Void) {
    settle()
    for key in keys { market.change(key) }
    for key in keys where noteUses[key] != nil { owed["note \(key)"] = market.fetches("note \(key)") }
    tell(world.store)
    settle()
  }

  private mutating func checkOwed() {
    world.context.advance(by: .seconds(30))
    for (name, count) in owed where market.fetches(name) <= count { mistakes.record("no fetch of \(name) followed") }
    owed = [:]
  }

  /// Withdraws a change. The server never receives one that waits behind another change, and may have received another.
  private mutating func withdraw() {
    settle()
    let isSent = below(2) == 0
    guard let item = world.store.state.notes.pending.first(where: { $0.isSending == isSent }) else { return }
    world.store.dispatch(.withdraw(item.id))
    settle()
    if market.place(of: item.change.mark) != nil { return }
    added.removeAll { $0.mark == item.change.mark }
  }

  /// Restarts with saved states: by time travel, or in another process after a kill, possibly with states that were
  /// saved at different times.
  private mutating func goBack() throws {
    guard let last = saved.last else { return }
    checkOwed()
    let isKilled = below(2) == 0
    let (notes, lists) = isKilled ? (saved[below(saved.count)], saved[below(saved.count)]) : (last, last)
    let state = MarketState(notes: notes.state.notes, lists: lists.state.lists)
    let known = notes.added.filter { $0.note != nil } + lists.added.filter { $0.note == nil }
    // Changes that were added since then are lost, unless the server has received them. Changes that the server has not
    // received yet follow.
    let places = (known + added.filter { !known.contains($0) }).compactMap { change in
      market.place(of: change.mark).map { (change, $0) }
    }
    added = places.sorted { $0.1 < $1.1 }.map(\.0) + known.filter { market.place(of: $0.mark) == nil }
    watching?.cancel()
    if isKilled {
      lives += 1
      if !world.context.misuse.values.isEmpty { mistakes.record("misuse before a kill") }
      // The previous world never runs again: its requests that have not arrived never arrive.
      let time = world.context.clock.now.offset
      let decoded = try JSONDecoder().decode(MarketState.self, from: try JSONEncoder().encode(state))
      world = MarketWorld(seed, life: lives, decoded, market)
      world.context.advance(by: time)
    } else {
      world.store.dispatch(.replace(state))
      settle()
    }
    watch()
    // The application has lost the responses received since then.
    world.store.dispatch(.invalidateAll)
    if isKilled {
      for key in noteUses.indices where noteUses[key] != nil { noteUses[key] = world.notes.use(key) }
      for key in listUses.indices where listUses[key] != nil { listUses[key] = world.lists.use(key) }
    }
    saved = []
  }

  mutating func end() {
    checkOwed()
    world.context.advance(by: .seconds(120))
    let state = world.store.state
    for key in noteUses.indices {
      let note = market.note(key)
      #expect(note.marks == added.filter { $0.note == key }.map(\.mark), "note \(key), seed \(seed)")
      #expect(state.notes.value(key) == (noteUses[key] == nil ? nil : note), "note \(key), seed \(seed)")
    }
    for key in listUses.indices {
      let list = market.list(key)
      let posted = list.prefix { $0 < 1000 }
      // Changes of both kinds are applied once, and each lane keeps its order, the newest first.
      #expect(posted.sorted() == added.filter { $0.list == key }.map(\.mark).sorted(), "list \(key), seed \(seed)")
      for lane in [nil, 0, 1, 2, 3] as [Int?] {
        let marks = added.filter { $0.list == key && $0.note == lane }.map(\.mark)
        #expect(posted.filter(marks.contains) == marks.reversed(), "list \(key), seed \(seed)")
      }
      let shown = state.lists.value(key)
      #expect(
        shown?.items == (listUses[key] == nil ? nil : Array(list.prefix((shown?.pageCount ?? 0) * 3))),
        "list \(key), seed \(seed)")
    }
    #expect(state.notes.pending.isEmpty && state.lists.pending.isEmpty, "seed \(seed)")
    #expect(!state.notes.isFetching && !state.lists.isFetching, "seed \(seed)")
    #expect(world.context.misuse.values.isEmpty && world.context.clock.sleeperCount == 0, "seed \(seed)")
    watching?.cancel()
  }
}
