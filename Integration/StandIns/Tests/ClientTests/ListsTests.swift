import Foundation
import Puredux
import PureduxCompatibility
import SwiftUI
import Testing

@testable import ListsOfSwiftDux

/// The migrated SwiftDux application behaves as before: its lists, its plans and its connected views.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ListsTests {
  private let store = makeListsStore([
    TodoList(id: "1", name: "Home", todos: OrderedState([Todo(id: "a", text: "milk"), Todo(id: "b", text: "tea")])),
    TodoList(id: "2", name: "Work"),
    TodoList(id: "3", name: "Club"),
  ])
  private let host: ViewHost

  init() {
    host = ViewHost(RootView().provideStore(store))
    host.appear()
  }

  private var names: [String] { store.state.lists.map(\.name) }

  @Test func `lists are moved and removed when the user moves and removes their rows`() async {
    #expect(Array(host.texts.prefix(4)) == ["Home", "Work", "Club", "New list"])
    #expect(host.move([2], to: 0, inListWith: "Club"))
    await host.until { host.texts.first == "Club" }
    #expect(names == ["Club", "Home", "Work"])
    #expect(host.delete([0, 2], fromListWith: "Club"))
    await host.until { Array(host.texts.prefix(2)) == ["Home", "New list"] }
    #expect(names == ["Home"])
  }

  @Test func `a plan adds a list with the id that a service creates, and opens the list`() async {
    host.tap("New list")
    await host.until { host.texts.contains("New todo") }
    #expect(names == ["Home", "Work", "Club", "Garden"])
    #expect(store.state.openList == "new 1")
    #expect(host.texts.contains("Garden"))
  }

  @Test func `a plan adds the entered text, and then the field is empty`() async {
    host.tap("Work")
    await host.until { host.texts.contains("New todo") }
    host.type("call", into: "New todo")
    await host.until { host.text(in: "New todo") == "call" }
    await store.settled()
    #expect(store.state.newTodo == "call")
    host.commit("New todo")
    await host.until { host.texts.contains("call") && host.text(in: "New todo") == "" }
    #expect(store.state.lists[id: "2"]?.todos.map(\.text) == ["call"])
  }

  @Test func `a todo is toggled and removed by functions that are bound to actions of its list`() async {
    host.tap("Home")
    await host.until { host.texts.contains("tea") }
    host.tap("tea")
    await host.until { host.texts.contains("tea, done") }
    #expect(store.state.lists[id: "1"]?.todos[id: "b"]?.isDone == true)
    #expect(host.delete([0], fromListWith: "milk"))
    await host.until { !host.texts.contains("milk") }
    #expect(store.state.lists[id: "1"]?.todos.map(\.id) == ["b"])
  }

  @Test func `a view that appears dispatches a plan, which reads the state and sends the loaded actions`() async {
    await host.until { host.texts.last == "people: Ann, Bob" }
    #expect(store.state.people.map(\.name) == ["Ann", "Bob"] && !store.state.isLoading)
    // With existing people, it sends nothing.
    await store.send(PeopleAction.set([Person(id: "3", name: "Cora")]))
    let again = ViewHost(PeopleView().provideStore(store))
    again.appear()
    await store.settled()
    #expect(again.texts == ["people: Cora"] && store.state.people.map(\.name) == ["Cora"])
  }

  @Test func `a view of a removed list shows nothing`() async {
    host.tap("Work")
    await host.until { host.texts.contains("New todo") }
    host.delete([1], fromListWith: "Work")
    await host.until { !host.texts.contains("New todo") }
    #expect(names == ["Home", "Club"])
  }
}
