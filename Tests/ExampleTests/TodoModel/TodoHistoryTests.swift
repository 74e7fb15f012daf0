import Puredux
import PureduxHistory
import PureduxTesting
import Testing

@testable import TodoModel

struct TodoHistoryTests {
  private func edit(_ list: TodoList, _ random: inout SeededGenerator) -> TodoAction {
    let id = Int.random(in: 0..<12, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .add("new")
    case 1: return .remove(id)
    case 2: return .edit(id, "changed")
    case 3: return .toggle(id)
    default: return .move(id, before: list.items.randomElement(using: &random)?.id)
    }
  }

  @Test func `any changes can be undone and redone, one by one`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var state = TodoState()
      state.list = TodoList(texts: (0..<8).map { "\($0)" })
      var lists = [state.list.items]
      for _ in 0..<30 {
        state.reduce(edit(state.list, &random))
        if state.list.items != lists.last { lists.append(state.list.items) }
        #expect(state.list.doneCount == state.list.items.count(where: \.isDone))
      }
      for earlier in lists.dropLast().reversed() {
        state.reduce(.undo)
        #expect(state.list.items == earlier)
      }
      #expect(!state.history.canUndo)
      for later in lists.dropFirst() {
        state.reduce(.redo)
        #expect(state.list.items == later)
      }
      #expect(!state.history.canRedo && state.list.doneCount == state.list.items.count(where: \.isDone))
    }
  }

  @Test func `a new change removes the redo steps`() {
    var state = TodoState()
    state.reduce(.add("one"))
    state.reduce(.undo)
    #expect(state.history.canRedo)
    state.reduce(.add("two"))
    state.reduce(.redo)
    #expect(state.list.items.map(\.text) == ["Buy milk", "Write the report", "Call Ada", "two"])
  }

  @Test func `continuous typing is undone in one step`() {
    var state = TodoState()
    let (first, second) = (state.list.items[0].id, state.list.items[1].id)
    for (old, new) in [("", "a"), ("a", "ab"), ("ab", "abc")] {
      state.reduce(.typeNote(first, TextEdit(from: old, to: new)))
    }
    state.reduce(.typeNote(second, TextEdit(from: "", to: "x")))
    #expect(state.list.items.map(\.note) == ["abc", "x", ""])
    state.reduce(.undo)
    #expect(state.list.items.map(\.note) == ["abc", "", ""])
    state.reduce(.undo)
    #expect(state.list.items.map(\.note) == ["", "", ""])
    state.reduce(.redo)
    #expect(state.list.items[0].note == "abc")
  }

  @Test(
    arguments: [
      (0, 2, [1, 0, 2]), (2, 0, [2, 0, 1]), (0, nil, [1, 2, 0]), (1, 1, [0, 1, 2]), (0, 1, [0, 1, 2]),
      (9, 0, [0, 1, 2]),
    ] as [(Int, Int?, [Int])])
  func `an item is moved before another one, or to the end`(moved: Int, next: Int?, expected: [Int]) {
    var state = TodoState()
    state.reduce(.move(moved, before: next))
    #expect(state.list.items.map(\.id) == expected)
    state.reduce(.undo)
    #expect(state.list.items.map(\.id) == [0, 1, 2])
  }
}
