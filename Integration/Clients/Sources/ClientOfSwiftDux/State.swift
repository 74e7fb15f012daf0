import Puredux

typealias StateType = Equatable & Codable & Sendable

struct AppState: StateType {
  var lists: OrderedState<TodoList> = OrderedState()
  var people: OrderedState<Person> = OrderedState()
  var isLoading = false
  var openList: String?
  var newTodo = ""
}

struct TodoList: StateType, Identifiable {
  var id: String
  var name: String
  var todos: OrderedState<Todo> = OrderedState()
}

struct Todo: StateType, Identifiable {
  var id: String
  var text: String
  var isDone = false
}

struct Person: StateType, Identifiable {
  var id: String
  var name: String
}
