import Foundation
import PureduxQuery
import PureduxTesting
import Testing

@testable import PureduxInspector

/// Adds a mark; nothing is ever sent in these tests.
private struct Mark: PendingChange {
  let keys: [Int]
  func apply(to value: inout String, of key: Int) { value += "!" }
}

/// The data about a query state that the page and a script receive.
struct ServedQueriesTests {
  private let context = TestContext()
  private let store: StateStore<EditableQueryState<Mark>, EditableQueryAction<Mark>>
  private let queries: EditableStoreQueries<Mark, EditableQueryAction<Mark>>
  private let recording: Recording

  init() {
    (store, queries, recording) = context.run {
      let store = StateStore<EditableQueryState<Mark>, EditableQueryAction<Mark>>(.init()) { $0.reduce($1) }
      let recording = store.record()
      let queries = store.queries({ $0 }, action: { $0 }, tags: { _, _ in ["tea"] }) { key in
        try await StoreContext.current.clock.sleep(.seconds(1))
        return "tea \(key)"
      } send: { _, _ in
        try await StoreContext.current.clock.sleep(.seconds(1000))
        return [:]
      }
      return (store, queries, recording)
    }
    context.runUntilIdle()
  }

  private func branches(_ path: String) throws -> [String: String] {
    let program = RecordedProgram(recording: recording, name: "shop")
    let interface = InspectorInterface(program, allowsControl: false, page: .json("page"))
    var parser = HTTPRequestParser(limits: ServerLimits())
    parser.append("GET /api/state?store=\(store.id.number)&\(path) HTTP/1.1\r\n\r\n".utf8)
    guard case .request(let request) = parser.next() else { return [:] }
    let body = Data(interface.response(to: request).body)
    let answer = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    let items = answer["items"] as? [[String: Any]] ?? []
    return Dictionary(
      items.compactMap { item in
        (item["name"] as? String).flatMap { name in (item["text"] as? String).map { (name, $0) } }
      }
    ) { $1 }
  }

  @Test func `keys, uses, ages, pending changes, and why a fetch began are shown`() throws {
    let use = queries.use(7)
    context.advance(by: .seconds(2))
    queries.dispatch(.add(Mark(keys: [7])))
    queries.dispatch(.invalidate(["tea"]))
    context.runUntilIdle()

    let state = try branches("path=")
    #expect(state["entries"] == "1 element" && state["pending"] == "1 element")
    #expect(try branches("path=keysInUse")["0"] == "7")
    let fetch = try branches("path=fetchesInProgress/0")
    #expect(fetch["key"] == "7" && fetch["reason"] == "invalidated" && fetch["attempt"] == "1")
    #expect(fetch["begunAt"]?.contains("1970-01-01 00:00:02") == true)
    let entry = try branches("path=entries/0")
    #expect(entry["value"] == #""tea 7!""# && entry["confirmed"] == #""tea 7""# && entry["isUsed"] == "true")
    #expect(entry["answeredAt"]?.contains("1970-01-01 00:00:01") == true && entry["fetchReason"] == "invalidated")
    #expect(entry["tags"] == "1 element" && entry["isRestored"] == "false")

    // The action that caused the fetch is the cause of its work.
    let started = try #require(recording.events().last { $0.kind == .workStarted && $0.work?.name == "query" })
    #expect(recording.causes(of: started.number).contains { "\($0)".contains("invalidate") })

    use.cancel()
    context.advance(by: .seconds(2))
    #expect(try branches("path=")["nextDeadline"]?.contains("1970-01-01 00:05") == true)
    #expect(String(decoding: recording.htmlReport(), as: UTF8.self).contains("fetchReason"))
  }

  @Test func `a query state and its entries are summarized by their activity`() throws {
    #expect(ValueTree(store.state).summary == "no entries")
    let uses = [queries.use(7), queries.use(8)]
    context.runUntilIdle()
    #expect(ValueTree(store.state).summary == "2 entries, 2 in use, 2 fetches")
    context.advance(by: .seconds(2))
    queries.dispatch(.add(Mark(keys: [7])))
    uses[1].cancel()
    context.runUntilIdle()
    #expect(ValueTree(store.state).summary == "2 entries, 1 in use, 1 pending change")
    #expect(try branches("path=entries").values.sorted() == ["7: pending, in use", "8"])
  }

  @Test func `values that only tools display do not count as differences in a test`() {
    let before = store.state
    #expect(Difference(from: before, to: before) == nil)
    var after = before
    TestContext().run { after.invalidate(tags: ["nothing"]) }
    #expect(Difference(from: before, to: after) == nil)
  }
}
