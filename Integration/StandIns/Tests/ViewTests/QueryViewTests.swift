import PureduxQuery
import PureduxTesting
import SwiftUI
import Testing

/// A server whose answers a test delays.
private final class Server: Sendable {
  struct Down: Error {}

  let asked = Recorder<Int>()
  let isDown = Guarded(false)

  func page(_ number: Int) throws -> Pages<Int, Int> {
    asked.record(number)
    if isDown.withLock({ $0 }) { throw Down() }
    return Pages([number * 10, number * 10 + 1], next: number < 2 ? number + 1 : nil)
  }
}

private typealias Lists = StoreQueries<Int, Pages<Int, Int>, QueryAction<Int, Pages<Int, Int>>>

private struct ListView: View {
  let lists: Lists
  let key: Int
  var hasFooter = true

  var body: some View {
    EntryView(lists, key) { pages, entry in
      ForEach(pages.items, id: \.self) { Text("\($0)") }
      if entry.failure != nil { Text("failed") }
      if hasFooter {
        NextPageView(lists, key) { failure, retry in
          if failure != nil { Button("more", action: retry) } else { Text("…") }
        }
      }
    } loading: {
      Text("loading")
    } failure: { failure, retry in
      Button("again", action: retry)
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct QueryViewTests {
  private let server = Server()
  private let store: StateStore<QueryState<Int, Pages<Int, Int>>, QueryAction<Int, Pages<Int, Int>>>
  private let lists: Lists

  init() {
    let policy = QueryPolicy(staleAfter: .seconds(60), retry: RetryPolicy(maxAttempts: 1))
    store = StateStore(QueryState(policy)) { $0.reduce($1) }
    lists = store.queries({ $0 }, action: { $0 }) { [server] list, cursor in
      try server.page(cursor ?? list)
    }
  }

  @Test func `a view shows that it loads, and its value, and uses the key while it is on the screen`() async {
    let host = ViewHost(ListView(lists: lists, key: 2))
    host.appear()
    #expect(host.texts == ["loading"])
    await host.until { host.texts == ["20", "21"] }
    #expect(store.state[2]?.isUsed == true)
    let (uses, source) = AsyncStream<Bool>.makeStream()
    let watching = store.subscribe { source.yield($0[2]?.isUsed == true) }
    host.remove()
    for await isUsed in uses where !isUsed { break }
    watching.cancel()
  }

  @Test func `the last row requests the next page while the row is on the screen, and no further page`() async {
    let host = ViewHost(ListView(lists: lists, key: 0))
    host.appear()
    await host.until { host.texts == ["0", "1", "10", "11", "20", "21"] }
    #expect(server.asked.values == [0, 1, 2])
    host.remove()
  }

  @Test func `a failed fetch is retried by its button`() async {
    server.isDown.withLock { $0 = true }
    let host = ViewHost(ListView(lists: lists, key: 1))
    host.appear()
    await host.until { host.texts == ["again"] }
    server.isDown.withLock { $0 = false }
    #expect(host.tap("again"))
    await host.until { host.texts == ["10", "11", "20", "21"] }
    host.remove()
  }

  @Test func `a failed page leaves the others displayed, and is requested again`() async {
    await lists.refresh(1)
    server.isDown.withLock { $0 = true }
    let host = ViewHost(ListView(lists: lists, key: 1))
    host.appear()
    await host.until { host.texts == ["10", "11", "failed", "more"] }
    server.isDown.withLock { $0 = false }
    #expect(host.tap("more"))
    await host.until { host.texts == ["10", "11", "20", "21"] }
    host.remove()
  }

  @Test func `a failed page is requested again once a refresh has succeeded`() async {
    await lists.refresh(1)
    server.isDown.withLock { $0 = true }
    let host = ViewHost(ListView(lists: lists, key: 1))
    host.appear()
    await host.until { host.texts == ["10", "11", "failed", "more"] }
    server.isDown.withLock { $0 = false }
    await lists.refresh(1)
    await host.until { host.texts == ["10", "11", "20", "21"] }
    host.remove()
  }

  @Test func `a refresh that a view awaits ends with the answer`() async {
    let host = ViewHost(ListView(lists: lists, key: 2, hasFooter: false))
    host.appear()
    await host.until { host.texts == ["20", "21"] }
    await lists.refresh(2)
    #expect(server.asked.values == [2, 2])
    host.remove()
  }
}
