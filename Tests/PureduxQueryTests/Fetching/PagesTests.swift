import PureduxTesting
import Testing

@testable import PureduxQuery

/// Pages 0 to 4, each with two items. A list can grow in both directions.
private final class Book: Sendable {
  let asked = Recorder<Int>()
  let failing = Guarded<Int?>(nil)

  func page(_ number: Int) throws -> Pages<Int, Int> {
    asked.record(number)
    if failing.withLock({ $0 }) == number { throw Server.Down() }
    return Pages(
      [number * 10, number * 10 + 1], at: number, next: number < 4 ? number + 1 : nil,
      previous: number > -2 ? number - 1 : nil)
  }
}

@Suite struct `Infinite lists` {
  private typealias Feed = QueryState<String, Pages<Int, Int>>
  private typealias FeedAction = QueryAction<String, Pages<Int, Int>>

  private let book = Book()
  private let context = TestContext()
  private let store: StateStore<Feed, FeedAction>
  private let use: QueryUse

  init() {
    (store, use) = context.run { [book] in
      let store = StateStore<Feed, FeedAction>(Feed(.init(keepUnused: nil, retry: .init(maxAttempts: 1)))) {
        $0.reduce($1)
      }
      return (store, store.queries({ $0 }, action: { $0 }) { _, cursor in try book.page(cursor ?? 0) }.use("news"))
    }
    context.runUntilIdle()
  }

  private func send(_ actions: FeedAction...) {
    for action in actions { store.dispatch(action) }
    context.runUntilIdle()
  }

  private var list: Pages<Int, Int>? { store.state.value("news") }

  @Test func `pages are added by one request each, even if they are requested repeatedly`() {
    send(.more("news"), .more("news"))
    send(.more("news"))
    #expect(list?.items == [0, 1, 10, 11, 20, 21])
    #expect(book.asked.removeAll() == [0, 1, 2])
    for _ in 0..<9 { send(.more("news")) }
    #expect(book.asked.removeAll() == [3, 4] && list?.items.count == 10)
  }

  @Test func `a failed page is fetched again, and earlier pages are not`() {
    for _ in 0..<2 { send(.more("news")) }
    _ = book.asked.removeAll()
    book.failing.withLock { $0 = 3 }
    send(.more("news"))
    #expect(list?.pageCount == 3 && store.state["news"]?.failure != nil)
    book.failing.withLock { $0 = nil }
    send(.more("news"))
    #expect(book.asked.removeAll() == [3, 3] && list?.pageCount == 4 && store.state["news"]?.failure == nil)
  }

  @Test func `a refetch fetches as many pages as are displayed, and continues with the failed one`() {
    for _ in 0..<3 { send(.more("news")) }
    _ = book.asked.removeAll()
    book.failing.withLock { $0 = 2 }
    send(.refetch("news"))
    #expect(book.asked.removeAll() == [0, 1, 2])
    #expect(list?.pageCount == 4 && store.state["news"]?.failure != nil)
    book.failing.withLock { $0 = nil }
    send(.refetchStale)
    #expect(book.asked.removeAll() == [2, 3] && list?.pageCount == 4)
    send(.refetch("news"))
    #expect(book.asked.removeAll() == [0, 1, 2, 3])
  }

  @Test func `pages requested during a refetch are included in it`() {
    send(.more("news"))
    _ = book.asked.removeAll()
    send(.refetch("news"), .more("news"))
    #expect(book.asked.removeAll() == [0, 1, 2] && list?.pageCount == 3)
  }

  @Test func `a list grows in both directions, and is refetched from its first page`() {
    send(.more("news"))
    send(.earlier("news"))
    #expect(list?.items == [-10, -9, 0, 1, 10, 11])
    send(.more("news"), .earlier("news"))
    #expect(list?.items == [-20, -19, -10, -9, 0, 1, 10, 11, 20, 21])
    send(.earlier("news"))
    _ = book.asked.removeAll()
    send(.refetch("news"))
    #expect(book.asked.removeAll() == [-2, -1, 0, 1, 2])
    #expect(list?.items == [-20, -19, -10, -9, 0, 1, 10, 11, 20, 21])
  }

  @Test func `a requested page arrives even if a push overtakes it`() {
    var feed = Feed(.init(keepUnused: nil))
    context.run {
      feed.reduce(.use("news", true, number: 1))
      feed.reduce(.answered("news", Pages([1], at: 1, next: 2, previous: 0), []))
      let cases: [(request: FeedAction, pages: [Int], items: [Int])] = [
        (.more("news"), [1, 2], [1, 2]), (.earlier("news"), [1, 2, 0], [0, 1, 2]),
      ]
      for (request, pages, items) in cases {
        feed.reduce(request)
        feed.set(feed.value("news") ?? Pages([0], next: nil), for: "news")
        for page in [9] + pages {
          feed.reduce(.answered("news", Pages([page], at: page, next: page + 1, previous: page - 1), []))
        }
        #expect(feed.value("news")?.items == items && feed["news"]?.isFetching == false)
      }
    }
  }

  @Test func `one more page does not change the age of the others`() {
    var feed = Feed(.init(staleAfter: .seconds(60), keepUnused: nil))
    context.run {
      feed.reduce(.use("news", true, number: 1))
      feed.reduce(.answered("news", Pages([1], next: 1), []))
      context.advance(by: .seconds(50))
      feed.reduce(.more("news"))
      feed.reduce(.answered("news", Pages([2], next: 2), []))
      context.advance(by: .seconds(20))
      #expect(feed.value("news")?.items == [1, 2] && feed.isStale("news"))
    }
  }

  @Test func `a fetch ends even if the server's pages never end or add nothing`() {
    struct Endless: PagedValue {
      var next: Int? { 1 }
      var pageCount = 1
      mutating func append(_ page: Self) {}
    }
    var feed = QueryState<String, Endless>(.init(keepUnused: nil))
    context.run {
      feed.reduce(.use("news", true, number: 1))
      feed.reduce(.answered("news", Endless(pageCount: 3), []))
      feed.reduce(.refetch("news"))
      feed.reduce(.answered("news", Endless(), []))
      #expect(feed.isFetching)
      feed.reduce(.answered("news", Endless(), []))
      #expect(!feed.isFetching)
    }
  }

  @Test func `items are inserted, moved and removed across page boundaries`() {
    var pages = Pages([1, 2], next: 1)
    pages.append(Pages([3, 4], next: nil))
    pages.insert(0, at: 0)
    pages.insert(9, at: 99)
    #expect(pages.items == [0, 1, 2, 3, 4, 9])
    pages.move(to: 1, where: { $0 == 4 })
    #expect(pages.items == [0, 4, 1, 2, 3, 9])
    pages.removeAll(where: { $0 > 3 })
    pages.update { $0 *= 10 }
    #expect(pages.items == [0, 10, 20, 30] && pages.pageCount == 2)
    pages.insert(7, at: -3)
    #expect(pages.items.first == 7)
  }
}
