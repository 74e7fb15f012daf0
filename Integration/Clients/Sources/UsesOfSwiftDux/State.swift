import Foundation
import Puredux
import PureduxCompatibility
import PureduxPersistence

// One use of each public declaration of SwiftDux that has no view, in Swift 5 mode. It only has to compile.
// `ClientOfSwiftDux/SwiftDux.swift`, which the article shows, declares the types that have other names in Puredux.

struct Todo: Equatable, Codable, Identifiable {
  var id: String
  var text: String
}

struct TodoState: Equatable, Codable {
  var todos: OrderedState<Todo> = OrderedState()
}

func editTodos(_ todos: inout OrderedState<Todo>, _ a: Todo, _ b: Todo, _ c: Todo) {
  todos = OrderedState([a, b])
  todos = [a, b]
  todos.append(c)
  todos.insert(b, at: 0)
  todos.remove(at: 0)
  todos.remove(at: IndexSet([0]))
  var names = ["a", "b"]
  names.remove(at: IndexSet([0]))
  todos.move(from: IndexSet([0]), to: 2)
  todos.sort { $0.text < $1.text }
  let sorted: OrderedState<Todo> = todos.sorted { $0.text < $1.text }
  let filtered: OrderedState<Todo> = todos.filter { !$0.text.isEmpty }
  print(todos[0], todos.count, todos == sorted, filtered.map(\.text), todos.first as Any)
  todos[0].text = "milk"
  for todo in todos { print(todo) }
}

@available(*, deprecated)
func useOldNames(_ todos: inout OrderedState<Todo>, _ a: Todo, _ b: Todo, _ c: Todo) {
  todos = OrderedState(a, b, c)
  let values: [Todo] = todos.values
  let found: Todo? = todos["1"]
  todos["1"] = a
  todos["1"]?.text = "milk"
  print(values, found as Any, todos.value(forId: "1") as Any)
  todos.remove(forId: "1")
  todos.prepend(a)
}

@available(*, deprecated)
func useOldNames() -> ComposedAction { TodoAction.add("milk").then(TodoAction.add("tea")) }

struct Number: Identifiable {
  var id: UUID
}

@available(*, deprecated)
func useOldNames(_ numbers: OrderedState<Number>, _ id: UUID) -> Number? { numbers[id] }

protocol Action: ComposableAction {}

extension ComposedAction: Action {}
extension ActionPlan: UsesOfSwiftDux.Action {}

enum TodoAction: Action {
  case add(String)
  case remove(at: IndexSet)
}

typealias Plan = ActionPlan<TodoState, any Action>

struct TodoReducer: Reducing {
  func reduce(_ state: inout TodoState, _ action: any Action) {}
}

struct CountReducer: Reducing {
  func reduce(_ state: inout TodoState, _ action: any Action) {}
}

func makeStores(_ url: URL) async {
  let store = StateStore(TodoState(), reducer: TodoReducer() + CountReducer())
  _ = StateStore(
    TodoState(), middleware: PrintActions() + PersistState(in: Archive(FileStorage(url))),
    reducer: TodoReducer() + CountReducer())
  store.dispatch(TodoAction.add("milk") + TodoAction.add("tea"))
  await store.send(TodoAction.add("milk"))
  let token = store.start(
    Plan { store in
      guard store.state?.todos.isEmpty == true else { return }
      await store.send(TodoAction.add("milk"))
    })
  token.cancel()
  print(store.state)
}
