import Foundation
import PureduxCompatibility
import PureduxCollections
import PureduxCore
import Testing

/// States with the names of SwiftDux behave as before, or as the article says.
@Suite struct SwiftDuxStateTests {
  @available(*, deprecated)
  @Test func `an ordered state is created, read and changed by the names of SwiftDux`() {
    var todos = OrderedState(TodoItem(id: "1"), TodoItem(id: "2"), TodoItem(id: "3"))
    #expect(todos.values.map(\.id) == ["1", "2", "3"])
    #expect(todos["2"] == TodoItem(id: "2") && todos.value(forId: "3") == todos[2] && todos["4"] == nil)
    todos["2"]?.text = "milk"
    todos["4"] = TodoItem(id: "4")
    todos["1"] = nil
    todos.remove(forId: "3")
    #expect(todos == [TodoItem(id: "2", text: "milk"), TodoItem(id: "4")])
  }

  @available(*, deprecated)
  @Test func `every mutable collection removes the elements at several positions`() {
    var names = ["a", "b", "c", "d"]
    names.remove(at: [3, 0, 9])
    #expect(names == ["b", "c"])
    var numbers = ContiguousArray([1, 2, 3])[1...]
    numbers.remove(at: IndexSet([0, 2]))
    #expect(Array(numbers) == [2])
    names.remove(at: 0)
    #expect(names == ["c"])
  }
}

private struct TodoItem: Identifiable, Hashable, Codable, Sendable {
  var id: String
  var text = ""
}
