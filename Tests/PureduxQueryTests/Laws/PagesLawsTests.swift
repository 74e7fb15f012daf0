import PureduxTesting
import Testing

@testable import PureduxQuery

/// Posts an item at the top of a list; the server refuses a negative item.
private struct Post: PendingChange {
  let list: Int
  let item: Int

  var keys: [Int] { [list] }
  func apply(to pages: inout Pages<Int, Int>, of key: Int) {
    if !pages.items.contains(item) { pages.insert(item, at: 0) }
  }
}

/// Lists that are served in pages of three items from an offset, with posts at both ends.
private final class Board: Sendable {
  private struct Content {
    var lists: [Int: [Int]] = [0: Array(1000..<1007), 1: Array(2000..<2007)]
    var taken: [Identity] = []
    var failures = 0
    var fetches = 0
  }

  private let content = Guarded(Content())

  private func wait() async throws { try await StoreContext.current.clock.sleep(.milliseconds(200)) }

  private static func failOnce(_ content: inout Content) throws {
    guard content.failures > 0 else { return }
    content.failures -= 1
    throw Server.Down()
  }

  func fetch(_ key: Int, _ cursor: Int?) async throws -> Pages<Int, Int> {
    try await wait()
    let page = try content.withLock { content in
      content.fetches += 1
      try Self.failOnce(&content)
      let (list, start) = (content.lists[key] ?? [], cursor ?? 0)
      let rest = list.dropFirst(start)
      return Pages(Array(rest.prefix(3)), next: rest.count > 3 ? start + 3 : nil)
    }
    try await wait()
    return page
  }

  func send(_ post: Post, _ id: Identity) async throws {
    try await wait()
    try content.withLock { content in
      try Self.failOnce(&content)
      if post.item < 0 { throw Refused() }
      guard !content.taken.contains(id) else { return }
      content.taken.append(id)
      content.lists[post.list, default: []].insert(post.item, at: 0)
    }
    try await wait()
  }

  func post(_ item: Int, to key: Int) { content.withLock { $0.lists[key, default: []].insert(item, at: 0) } }
  func fail(times: Int) { content.withLock { $0.failures = times } }
  func list(_ key: Int) -> [Int] { content.withLock { $0.lists[key] ?? [] } }
  var fetches: Int { content.withLock { $0.fetches } }
}

@Suite struct `Laws of lists` {
  private typealias State = EditableQueryState<Post>
  private typealias Action = EditableQueryAction<Post>

  @Test(arguments: LongForm.parts(of: 100, long: 5_000)) func `hold in random runs`(seeds: Range<Int>) {
    for seed in seeds { run(seed) }
  }

  private func run(_ seed: Int) {
    var numbers = RandomNumbers(seed)
    let board = Board()
    let context = TestContext(schedule: .seeded(UInt64(seed)), stepLimit: 100_000)
    let (store, lists) = context.run {
      let retry = RetryPolicy(maxAttempts: .max, base: 1, cap: 2)
      let store = StateStore<State, Action>(State(.init(keepUnused: nil, retry: retry), sending: retry)) {
        $0.reduce($1)
      }
      let lists = store.queries({ $0 }, action: { $0 }) {
        try await board.fetch($0, $1)
      } send: { post, id in
        try await board.send(post, id)
        return [:]
      }
      return (store, lists)
    }
    let uses = [lists.use(0), lists.use(1)]
    let mistakes = Recorder<String>()
    let watching = store.subscribe { state in
      for entry in state.entries {
        guard let confirmed = entry.confirmedValue, let shown = entry.value else { continue }
        var expected = confirmed
        for post in state.pending(on: entry.id) { post.apply(to: &expected, of: entry.id) }
        if shown != expected { mistakes.record("\(entry.id) shows \(shown.items), not \(expected.items)") }
      }
    }
    for item in 1...40 {
      let key = numbers.below(2)
      switch numbers.below(7) {
      case 0, 1: lists.dispatch(.more(key))
      case 2: lists.dispatch(.refetch(key))
      case 3:
        board.post(item, to: key)
        lists.dispatch(.refetch(key))
      case 4: lists.dispatch(.add(Post(list: key, item: numbers.below(4) == 0 ? -item : item)))
      case 5: board.fail(times: numbers.below(3))
      default: context.advance(by: .milliseconds(numbers.below(15) * 100))
      }
      if numbers.below(3) == 0 { context.runUntilIdle() }
    }
    context.advance(by: .seconds(120))
    board.fail(times: 0)
    for key in 0..<2 {
      // The displayed items equal the server's, as far as the loaded pages reach.
      let shown = store.state.value(key)
      #expect(shown.map { $0.items == Array(board.list(key).prefix($0.pageCount * 3)) } == true, "seed \(seed)")
      let before = (pages: shown?.pageCount ?? 0, fetches: board.fetches)
      lists.dispatch(.more(key))
      context.advance(by: .seconds(5))
      // One more page takes one request, and after the last page there is no request.
      let added = shown?.next == nil ? 0 : 1
      #expect(store.state.value(key)?.pageCount == before.pages + added, "seed \(seed)")
      #expect(board.fetches == before.fetches + added, "seed \(seed)")
    }
    #expect(mistakes.values == [] && store.state.pending.isEmpty && !store.state.isFetching, "seed \(seed)")
    #expect(context.misuse.values.isEmpty && context.clock.sleeperCount == 0, "seed \(seed)")
    watching.cancel()
    withExtendedLifetime(uses) {}
  }
}
