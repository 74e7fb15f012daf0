import Foundation
import Testing

@testable import PureduxInspector

@Suite struct `A story of a range of events` {
  private struct Answer: Decodable {
    var from, to, actions: Int
    var partial: Bool
    var source: String
  }

  private func ask(_ query: [String: String], _ program: any InspectedProgram = ShopProgram()) -> HTTPResponse {
    let interface = InspectorInterface(program, allowsControl: false, page: .json(""))
    return interface.response(to: HTTPRequest(method: "GET", path: "/api/story", query: query))
  }

  private func story(_ query: [String: String], _ program: any InspectedProgram = ShopProgram()) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(ask(query, program).body))
  }

  @Test func `begins with the state before the range, and contains the changes of each action`() throws {
    let story = try story(["from": "2", "to": "3"])
    #expect((story.from, story.to, story.actions, story.partial) == (2, 3, 2, false))
    let lines = #"""
        let beginning: ShopProgram.Shop = ShopProgram.Shop(items: [], user: "Ada", notes: [:])
        let store = TestStore { makeStore(beginning) }
        store.send(.add(title: "Milk", price: 1.5)) {
          $0.items = [ShopProgram.Item(title: "Milk", price: 1.5, isPaid: false)]
        }
        store.advance(by: .milliseconds(1))
        store.receive(.add(title: "Bread", price: 3.0)) {
      """#
    #expect(story.source.contains(lines))
  }

  @Test func `covers all events of the first store by default`() throws {
    let story = try story(["making": "Shop.store()"])
    #expect((story.from, story.to, story.actions) == (1, 7, 5))
    #expect(story.source.contains("let store = TestStore { Shop.store() }\n  store.send(.logIn(\"Ada\")) {"))
  }

  @Test func `sends actions that an earlier event caused`() throws {
    #expect(try story(["from": "3", "to": "3"]).source.contains("store.send(.add(title: \"Bread\", price: 3.0))"))
  }

  @Test(arguments: [
    (["store": "9"], HTTPStatus.notFound), (["store": "1"], .notFound), (["store": "x"], .badRequest),
    (["from": "8"], .notFound), (["from": "x"], .badRequest), (["from": "4", "to": "3"], .notFound),
    (["making": "a\nb"], .badRequest), (["making": String(repeating: "a", count: 201)], .badRequest),
  ])
  func `is refused if the request is invalid or matches no action`(query: [String: String], status: HTTPStatus) {
    #expect(ask(query).status == status)
  }

  @Test func `requests no more events than the range has`() throws {
    let program = ShopProgram(Array(repeating: .clear, count: 5000))
    _ = try story(["from": "3", "to": "12"], program)
    #expect(program.mostEventsAsked == 10)
  }

  @Test func `has at most a thousand actions`() {
    let program = ShopProgram(Array(repeating: .clear, count: 1001))
    let answer = ask([:], program)
    #expect(answer.status == .badRequest)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("a story has at most 1000 actions"))
    #expect(ask(["to": "1000"], program).status == .ok)
  }
}
