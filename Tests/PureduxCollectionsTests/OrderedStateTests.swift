import Foundation
import PureduxCollections
import PureduxCore
import PureduxTesting
import TestSupport
import Testing

struct TodoItem: Identifiable, Hashable, Codable, Sendable {
  var id: String
  var text = ""
}

private func items(_ ids: String) -> OrderedState<TodoItem> { OrderedState(ids.map { TodoItem(id: String($0)) }) }

extension OrderedState<TodoItem> {
  fileprivate var ids: String { map(\.id).joined() }
}

/// Its box represents an array inside an element, which would be copied if it had another reference.
private struct Tracked: Identifiable {
  final class Box {}
  var id: Int
  var box = Box()
}

@Suite struct OrderedStateTests {
  @Test func `an ordered state supports the uses of a to-do list`() {
    var todos: OrderedState<TodoItem> = .init([TodoItem(id: "1", text: "Get milk")])
    todos.append(TodoItem(id: "2", text: "Drink it"))
    todos.insert(TodoItem(id: "0", text: "Find a cow"), at: 0)
    todos.move(from: IndexSet([0]), to: 3)
    #expect(todos.ids == "120")
    todos.remove(at: IndexSet([0, 2]))
    #expect(todos.elements == [TodoItem(id: "2", text: "Drink it")])
    todos[id: "2"]?.text = "Sip it"
    #expect(todos.first?.text == "Sip it")
    #expect(OrderedState<TodoItem>().isEmpty)
  }

  @Test func `an inserted element gets the given position, and replaces an older element with its id`() {
    var todos = items("abcd")
    todos.append(TodoItem(id: "b"))
    #expect(todos.ids == "acdb")
    todos.insert(TodoItem(id: "a"), at: 3)
    #expect(todos.ids == "cdab")
    todos.insert(contentsOf: items("xby"), at: 1)
    #expect(todos.ids == "cxbyda")
    todos.append(contentsOf: items("cz"))
    #expect(todos.ids == "xbydacz")
    #expect(items("abab").ids == "ab")
    let literal: OrderedState = [TodoItem(id: "a"), TodoItem(id: "b"), TodoItem(id: "a", text: "2")]
    #expect(literal.ids == "ba" && literal[id: "a"]?.text == "2")
  }

  @Test func `an element that changes its id keeps its position, and replaces an older element with the new id`() {
    var todos = items("abcd")
    todos[id: "a"]?.id = "x"
    #expect(todos.ids == "xbcd")
    #expect(todos[id: "a"] == nil)
    todos[id: "c"]?.id = "b"
    #expect(todos.ids == "xbd")
    todos[2].id = "x"
    #expect(todos.ids == "bx")
    #expect(todos.index(id: "x") == 1)
  }

  @Test func `writing nil removes an element, and writing a new element appends it`() {
    var todos = items("abc")
    todos[id: "b"] = nil
    todos[id: "z"] = nil
    todos[id: "d"] = TodoItem(id: "d")
    #expect(todos.ids == "acd")
    #expect(todos.remove(id: "a")?.id == "a")
    #expect(todos.remove(id: "a") == nil)
    todos.removeAll { $0.id == "c" }
    #expect(todos.ids == "d")
    todos.removeAll()
    #expect(todos.isEmpty && !todos.contains(id: "d"))
  }

  @Test func `equality depends on the order, not on the edits that led to it`() {
    var other = items("xbac")
    other.remove(at: 0)
    other.move(from: [0], to: 2)
    #expect(other == items("abc"))
    #expect(other.hashValue == items("abc").hashValue)
    #expect(items("abc") != items("acb"))
  }

  @Test func `sorting and filtering return an ordered state`() {
    var todos = items("dbca")
    todos.sort { $0.id < $1.id }
    #expect(todos.ids == "abcd" && todos.index(id: "d") == 3)
    let filtered: OrderedState = todos.filter { $0.id > "b" }
    #expect(filtered.index(id: "c") == 0)
  }

  @Test func `a sorted copy is an ordered state too, or an array on request`() {
    let todos = items("bac")
    let sorted = todos.sorted { $0.id < $1.id }
    #expect(sorted[id: "a"] == sorted[0])
    #expect(sorted.ids == "abc" && todos.ids == "bac")
    let array: [TodoItem] = todos.sorted { $0.id > $1.id }
    #expect(array.map(\.id) == ["c", "b", "a"])
  }

  @Test func `a failing sort or removal changes nothing`() {
    struct Refusal: Error {}
    var todos = items("dbca")
    #expect(throws: Refusal.self) { try todos.sort { _, _ in throw Refusal() } }
    #expect(throws: Refusal.self) { try todos.removeAll { if $0.id == "c" { throw Refusal() } else { true } } }
    #expect(todos == items("dbca") && todos.index(id: "a") == 3)
  }

  @Test func `positions that do not exist are reported and change nothing`() {
    let told = StoreContext.recordingMisuse {
      var todos = items("abc")
      #expect(todos.remove(at: 3) == nil)
      todos.remove(at: IndexSet([1, 7]))
      todos.move(from: [9], to: 0)
      todos.insert(TodoItem(id: "z"), at: 9)
      #expect(todos.ids == "acz")
    }
    #expect(told.values.count == 4)
  }

  @Test func `a change by id or position happens in place`() {
    var state = OrderedState((0..<4).map { Tracked(id: $0) })
    state[id: 2]?.box = Tracked.Box()
    #expect(isKnownUniquelyReferenced(&state[1].box))
    #expect(state[id: 1].map { _ in true } == true)
    func inPlace(_ element: inout Tracked?) -> Bool { isKnownUniquelyReferenced(&element!.box) }
    #expect(inPlace(&state[id: 3]))
    let address = state.elements.withUnsafeBufferPointer { $0.baseAddress }
    state[id: 0]?.box = Tracked.Box()
    #expect(state.elements.withUnsafeBufferPointer { $0.baseAddress } == address)
  }
}
