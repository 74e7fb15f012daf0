import Foundation
import Puredux

enum AppAction: Action {
  case setLoading(Bool)
}

enum ListsAction: Action {
  case add(id: String, name: String)
  case remove(at: IndexSet)
  case move(from: IndexSet, to: Int)
  case list(id: String, TodosAction)
}

enum TodosAction: Action {
  case add(id: String, text: String)
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
  /// Looks at the state, and sends several actions.
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

enum PeopleService {
  static var all: AsyncStream<[Person]> {
    AsyncStream { people in
      people.yield([Person(id: "1", name: "Ann"), Person(id: "2", name: "Bob")])
      people.finish()
    }
  }
}
