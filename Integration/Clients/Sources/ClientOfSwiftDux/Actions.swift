import Foundation
import Puredux
import PureduxCompatibility

enum AppAction: Action {
  case setLoading(Bool)
  case openList(id: String?)
  case setNewTodo(String)
}

enum ListsAction: Action {
  case add(id: String, name: String)
  case remove(at: IndexSet)
  case move(from: IndexSet, to: Int)
  case list(id: String, TodosAction)
}

enum TodosAction: Action {
  case add(id: String, text: String)
  case remove(at: IndexSet)
  case move(from: IndexSet, to: Int)
  case todo(id: String, TodoAction)
}

enum TodoAction: Action {
  case rename(String)
  case toggle
}

enum PeopleAction: Action {
  case set([Person])
}

extension PeopleAction {
  /// Reads the state, and sends several actions.
  static let loadIfNeeded = ActionPlan<AppState> { store in
    guard store.state.people.isEmpty else { return }
    store.send(AppAction.setLoading(true))
    store.send(PeopleAction.load)
  }

  /// Sends the actions of a sequence.
  static let load = ActionPlan<AppState> { store in
    PeopleService.all.map { PeopleAction.set($0) }
  }
}

extension ListsAction {
  /// Adds a list, and opens it: actions of two types.
  static func create(name: String) -> ActionPlan<AppState> {
    ActionPlan { _ in
      IDService.next(2).map { id -> Action in
        if id == "new 1" { return ListsAction.add(id: id, name: name) }
        return AppAction.openList(id: "new 1")
      }
    }
  }

  /// Adds a todo with the entered text, and clears the field.
  static func addTodo(to list: String) -> ActionPlan<AppState> {
    ActionPlan { store in
      let text = store.state.newTodo
      return IDService.next(1).map { id -> Action in
        ListsAction.list(id: list, .add(id: id, text: text)) + AppAction.setNewTodo("")
      }
    }
  }
}

/// Creates ids one after another, like a publisher.
enum IDService {
  static func next(_ count: Int) -> AsyncStream<String> {
    AsyncStream { ids in
      for number in 1...count { ids.yield("new \(number)") }
      ids.finish()
    }
  }
}

enum PeopleService {
  static var all: AsyncStream<[Person]> {
    AsyncStream { people in
      people.yield([Person(id: "1", name: "Ann"), Person(id: "2", name: "Bob")])
      people.finish()
    }
  }
}
