import Foundation
import Puredux
import Testing
import TodoModel

struct TodoStateTests {
  private func decoded(_ json: String) throws -> TodoList {
    try JSONDecoder().decode(TodoList.self, from: Data(json.utf8))
  }

  @Test func `a file with the largest numbers, or with duplicates, can be used`() throws {
    var state = TodoState()
    state.list = try decoded(
      """
      {"items": [
        {"id": 9223372036854775807, "text": "one", "note": "", "isDone": false},
        {"id": 9223372036854775807, "text": "two", "note": "", "isDone": false},
        {"id": -9223372036854775808, "text": "three", "note": "kept", "isDone": true}
      ], "nextID": 9223372036854775807}
      """)
    state.reduce(.add("four"))
    #expect(state.list.items.map(\.text) == ["one", "two", "three", "four"])
    #expect(Set(state.list.items.map(\.id)).count == 4)
    #expect(state.list.items[2].note == "kept")
    state.reduce(.toggle(state.list.items[1].id))
    #expect(state.list.items.map(\.isDone) == [false, true, true, false])
  }

  @Test func `a saved list is unchanged when it is read`() throws {
    let list = TodoList(texts: ["one", "two"])
    #expect(try JSONDecoder().decode(TodoList.self, from: JSONEncoder().encode(list)) == list)
  }

  @Test func `a number is not reused, even if its item was undone`() {
    var state = TodoState()
    state.reduce(.add("one"))
    let first = state.list.items.last?.id
    state.reduce(.undo)
    state.reduce(.add("two"))
    #expect(state.list.items.last?.id != first)
  }

  @Test func `the selection stays in the list, however far it is moved`() {
    var state = TodoState()
    state.reduce(.select(by: .max))
    #expect(state.selection == 2)
    state.reduce(.select(by: .min))
    #expect(state.selection == 0)
    for item in state.list.items { state.reduce(.remove(item.id)) }
    state.reduce(.select(by: 1))
    #expect(state.selection == 0 && state.selected == nil)
  }

  @Test func `the last thousand changes can be undone, and older changes use no memory`() {
    var state = TodoState()
    for number in 0..<1_500 { state.reduce(.add("\(number)")) }
    for _ in 0..<2_000 { state.reduce(.undo) }
    #expect(state.list.items.count == 503)
  }

  @Test func `the filters form a cycle, and each shows the matching items`() {
    var state = TodoState()
    state.reduce(.toggle(state.list.items[1].id))
    let shown = (0..<4).map { _ in
      defer { state.reduce(.nextFilter) }
      return state.shown.map(\.text)
    }
    #expect(
      shown == [
        ["Buy milk", "Write the report", "Call Ada"], ["Buy milk", "Call Ada"], ["Write the report"], shown[0],
      ])
  }
}
