import Foundation
import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

/// A real store, its recording, and the responses that a script receives.
struct RecordedProgramTests {
  private struct Cart: Sendable, Equatable { var items: [String] = [], total = 0 }
  private enum CartAction: Sendable, Decodable { case add(String, price: Int), clear }

  private let runner = ManualRunner()
  private let store: StateStore<Cart, CartAction>
  private let recording: Recording

  init() {
    store = StateStore<Cart, CartAction>(Cart(), named: "cart", runner: runner) { cart, action in
      switch action {
      case .add(let title, let price):
        cart.items.append(title)
        cart.total += price
      case .clear: cart = Cart()
      }
    }
    recording = store.record()
    runner.runUntilIdle()
  }

  private func dispatch(_ actions: CartAction...) {
    for action in actions { store.dispatch(action) }
    runner.runUntilIdle()
  }

  private func ask(
    _ page: InspectorPage, _ path: String, method: String = "GET", body: String = ""
  ) throws -> String {
    let client = try TestClient(port: page.port)
    client.send(
      "\(method) /api/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nAuthorization: Bearer \(page.key)\r\n"
        + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    return client.receiveAll()
  }

  @Test func `no redacted value is served, traced or reported`() throws {
    let redact: @Sendable (Any) -> Any = { value in
      switch value {
      case CartAction.add(_, let price): return CartAction.add("(hidden)", price: price)
      case var cart as Cart:
        cart.items = cart.items.map { _ in "(hidden)" }
        return cart
      default: return value
      }
    }
    let page = try recording.serve(redact: redact)
    dispatch(.add("Geheim", price: 2), .add("Geheim", price: 3))
    let id = store.id.number
    let last = recording.lastEvent
    let answers = try [
      "events", "state?store=\(id)&path=items", "difference?event=\(last)", "difference?store=\(id)&from=0&to=\(last)",
      "search?store=\(id)&text=e", "story", "events?text=geheim",
    ].map { try ask(page, $0) }
    for answer in answers { #expect(!answer.contains("Geheim") && answer.contains("200 OK"), "\(answer)") }
    #expect(answers[0].contains("(hidden)") && answers[1].contains("(hidden)") && answers[2].contains("\"5\""))
    #expect(!String(decoding: recording.chromeTrace(redact: redact), as: UTF8.self).contains("Geheim"))
    #expect(!String(decoding: recording.htmlReport(redact: redact), as: UTF8.self).contains("Geheim"))
    #expect(String(decoding: recording.chromeTrace(), as: UTF8.self).contains("Geheim"))
  }

  @Test func `a script sees the events, the states and the differences of a store`() throws {
    let page = try recording.serve()
    dispatch(.add("Milk", price: 2), .add("Bread", price: 3), .clear)
    let actions = recording.events().filter { if case .action = $0.kind { true } else { false } }.map(\.number)
    try #require(actions.count == 3)
    let id = store.id.number

    #expect(try ask(page, "events?text=bread").contains(#""text":"add(\"Bread\", price: 3)""#))
    #expect(try ask(page, "state?store=\(id)&event=\(actions[1])&path=total").contains(#"{"text":"5","kind":"number""#))
    #expect(try ask(page, "state?store=\(id)&event=\(actions[0])&path=items/0").contains(#"{"text":"\"Milk\"""#))
    #expect(try ask(page, "state?store=\(id)&path=items").contains(#"{"text":"0 elements""#))
    let difference = try ask(page, "difference?event=\(actions[0])")
    #expect(difference.contains(#""path":"total","before":"0","after":"2""#))
    #expect(
      try ask(page, "difference?store=\(id)&from=\(actions[0])&to=\(actions[1])").contains(#""before":"2","after":"5""#)
    )
    #expect(try ask(page, "history?store=\(id)&path=total").contains(#""text":"5","number":5.0"#))
    #expect(
      try ask(page, "stores").contains(#""title":"cart","name":"cart","state":"Cart","action":"CartAction""#),
      "though the store was made before the recording began")
  }

  @Test func `a stream reports an action, and the page changes nothing`() throws {
    let page = try recording.serve()
    let client = try TestClient(port: page.port)
    client.send("GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nAuthorization: Bearer \(page.key)\r\n\r\n")
    _ = client.receive { $0.contains("data: ") && $0.hasSuffix("\n\n") }
    dispatch(.add("Milk", price: 2))
    let last = recording.lastEvent
    #expect(client.receive { $0.contains(#""last":\#(last),"#) }.contains(#""control":false"#))
    for command in ["pause", "resume", "send?event=\(last)"] {
      #expect(try ask(page, command, method: "POST").hasPrefix("HTTP/1.1 403 "))
    }
    #expect(recording.lastEvent == last)
  }

  @Test func `a child and its cause are reported`() throws {
    let (child, gifts) = (store.with(0, named: "counter") { count, _ in count += 1 }, Recorder<Int>())
    let subscription = child.subscribe { [store] state in
      guard state.1 == 1, gifts.values.isEmpty else { return }
      gifts.record(state.1)
      store.dispatch(.add("Gift", price: 0))
    }
    child.dispatch(.clear)
    runner.runUntilIdle()
    let page = try recording.serve()
    let gift = try #require(recording.events().last { "\($0)".contains("Gift") })
    #expect(
      try ask(page, "causes?event=\(gift.number)").contains(
        #""kind":"action","store":\#(child.id.number),"text":"clear""#))
    #expect(try ask(page, "stores").contains(#""title":"counter""#))
    #expect(try ask(page, "report").contains("</html>"))
    subscription.cancel()
  }

  /// Sends a command, and lets the program perform it.
  private func order(_ page: InspectorPage, _ path: String, body: String = "") throws -> String {
    let answer = try ask(page, path, method: "POST", body: body)
    runner.runUntilIdle()
    return answer
  }

  @Test func `a script moves the program to its past, and back to the present`() throws {
    let page = try recording.serve(control: true)
    dispatch(.add("Milk", price: 2), .add("Bread", price: 3), .clear)
    let last = recording.lastEvent
    #expect(try ask(page, "status").contains(#""control":true,"paused":false,"position":null,"skipped":[]"#))
    #expect(try order(page, "jump?event=\(last - 1)").hasPrefix("HTTP/1.1 200 "))
    #expect(store.state.total == 5)
    #expect(try ask(page, "status").contains(#""paused":true,"position":\#(last - 1),"skipped":[]"#))
    _ = try order(page, "step?count=-1")
    #expect(store.state.items == ["Milk"])
    _ = try order(page, "skip?event=\(last - 2)")
    #expect(store.state.items == [])
    #expect(try ask(page, "status").contains(#""skipped":[\#(last - 2)]"#))
    #expect(try ask(page, "difference?event=\(last - 2)").contains(#""changes":[]"#))
    _ = try order(page, "unskip?event=\(last - 2)")
    dispatch(.add("Tea", price: 4))
    #expect(store.state.items == ["Milk"])
    _ = try order(page, "resume")
    #expect(store.state.items == ["Tea"])
    _ = try order(page, "pause")
    #expect(try ask(page, "status").contains(#""paused":true,"position":null"#))
    _ = try order(page, "jump?event=\(last - 1)")
    _ = try order(page, "resume?from=here")
    #expect(store.state.items == ["Milk", "Bread"])
    #expect(try ask(page, "status").contains(#""paused":false,"position":null"#))
    #expect(try order(page, "jump?event=100000").hasPrefix("HTTP/1.1 404 "))
  }

  @Test func `a script sends a recorded action again, and an action of its own`() throws {
    let page = try recording.serve(control: true)
    let id = store.id.number
    dispatch(.add("Milk", price: 2))
    #expect(try order(page, "send?event=\(recording.lastEvent)").hasPrefix("HTTP/1.1 200 "))
    #expect(store.state.items == ["Milk", "Milk"])
    #expect(try order(page, "send?store=\(id)", body: #"{"add":{"_0":"Tea","price":4}}"#).hasPrefix("HTTP/1.1 200 "))
    #expect(store.state.items == ["Milk", "Milk", "Tea"])
    #expect(try order(page, "send?store=\(id)", body: #"{"fly":{}}"#).hasPrefix("HTTP/1.1 409 "))
    #expect(try order(page, "send?store=\(id)", body: "\u{1}").contains("this is not an action of type CartAction"))
    #expect(try order(page, "send?store=\(id + 100)", body: "{}").hasPrefix("HTTP/1.1 "))
    #expect(store.state.items == ["Milk", "Milk", "Tea"])
  }

  @Test func `an action is sent again to its store, if the store exists`() throws {
    let page = try recording.serve(control: true)
    var child: StateStore<(Cart, [Int]), Int>? = store.map(actions: { CartAction.add("\($0)", price: $0) })
      .with([]) { (all: inout [Int], action: Int) in all.append(action) }
    child?.dispatch(7)
    runner.runUntilIdle()
    let event = try #require(recording.events().last { "\($0)".hasSuffix(": 7") }).number
    let number = try #require(child?.id.number)
    _ = try order(page, "send?event=\(event)")
    _ = try order(page, "send?store=\(number)", body: "8")
    #expect(child?.state.1 == [7, 7, 8])
    #expect(store.state.total == 22)
    child = nil
    runner.runUntilIdle()
    #expect(try order(page, "send?event=\(event)").contains("the store no longer exists"))
    #expect(try order(page, "send?event=\(recording.lastEvent)").contains("no action"))
    #expect(store.state.total == 22)
  }

  @Test func `actions that are not Decodable are refused as JSON`() throws {
    let plain = StateStore(0, runner: runner) { (count: inout Int, action: CartEvent) in count += action.count }
    let recording = plain.record()
    runner.runUntilIdle()
    let page = try recording.serve(control: true)
    #expect(try ask(page, "send?store=\(plain.id.number)", method: "POST", body: "{}").contains("not Decodable"))
  }

  private struct CartEvent: Sendable { var count = 1 }
}
