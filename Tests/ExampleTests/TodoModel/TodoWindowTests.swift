import Puredux
import PureduxTesting
import Testing
import TodoModel

struct TodoWindowTests {
  private let root = TestStore(exhaustivity: .partial) { TodoStore.todo(runner: .queue()) }

  private func rows(_ window: TestStore<(TodoState, TodoWindowState), TodoAction>) -> [String] {
    let state = window.store.state
    return TodoWindowProps(state.0, state.1).rows.map(\.text)
  }

  @Test func `the search waits for a pause in the typing`() {
    let window = root.following { $0.window() }
    for text in ["m", "mi", "mil"] {
      window.send(.window(.typeSearch(text)))
      window.advance(by: .milliseconds(100))
      #expect(rows(window).count == 3)
    }
    window.advance(by: .milliseconds(50))
    #expect(rows(window) == ["Buy milk"])
    root.finish()
  }

  @Test func `two windows show one list, each in its own way`() {
    let (one, two) = (root.following { $0.window() }, root.following { $0.window() })
    one.send(.window(.show(.open)))
    two.send(.window(.show(.done)))
    one.send(.toggle(0))
    #expect(rows(one) == ["Write the report", "Call Ada"])
    #expect(rows(two) == ["Buy milk"])
    root.finish()
  }

  @Test func `a search finds texts and notes, regardless of case`() {
    var state = TodoState()
    state.reduce(.note(1, "for MILENA"))
    var query = TodoQuery()
    query.text = "Mil"
    #expect(query.items(of: state.list).map(\.text) == ["Buy milk", "Write the report"])
    query.filter = .done
    #expect(query.items(of: state.list).isEmpty)
  }

  @Test func `the line at the bottom shows how many items there are, and how many are hidden`() {
    var (state, window) = (TodoState(), TodoWindowState())
    state.reduce(.toggle(0))
    #expect(TodoWindowProps(state, window).summary == "2 open of 3")
    state.reduce(.showMessage("there is no room"))
    #expect(TodoWindowProps(state, window).message == "there is no room")
    window = TodoWindowState(showing: .done)
    #expect(TodoWindowProps(state, window).summary == "2 open of 3, showing 1")
  }

  @Test func `details are closed when their item is removed`() {
    let window = root.following { $0.window() }
    window.send(.window(.toggleDetails(1)))
    #expect(TodoWindowProps(window.store.state.0, window.store.state.1).details?.text == "Write the report")
    window.send(.remove(1))
    #expect(TodoWindowProps(window.store.state.0, window.store.state.1).details == nil)
    window.send(.undo)
    window.send(.window(.toggleDetails(1)))
    #expect(TodoWindowProps(window.store.state.0, window.store.state.1).details == nil)
    root.finish()
  }
}
