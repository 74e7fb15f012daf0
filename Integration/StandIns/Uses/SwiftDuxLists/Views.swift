import Foundation
import Puredux
import PureduxCompatibility
import SwiftUI

// The views of the application in Integration/Clients/Sources/ClientOfSwiftDux, as in an application of SwiftDux.

func makeListsStore(_ lists: [TodoList]) -> Store<AppState> {
  Store(state: AppState(lists: OrderedState(lists)), reducer: AppReducer() + HistoryReducer())
}

struct RootView: View {
  var body: some View {
    VStack {
      ListsView()
      OpenListView()
      PeopleView()
    }
  }
}

struct ListsView: ConnectableView {
  struct Props: Equatable {
    var lists: OrderedState<TodoList>
    @ActionBinding var create: () -> Void
    @ActionBinding var open: (String) -> Void
    @ActionBinding var remove: (IndexSet) -> Void
    @ActionBinding var move: (IndexSet, Int) -> Void
  }

  func map(state: AppState, binder: ActionBinder) -> Props? {
    Props(
      lists: state.lists,
      create: binder.bind { ListsAction.create(name: "Garden") },
      open: binder.bind { AppAction.openList(id: $0) },
      remove: binder.bind { ListsAction.remove(at: $0) },
      move: binder.bind { ListsAction.move(from: $0, to: $1) }
    )
  }

  func body(props: Props) -> some View {
    List {
      ForEach(props.lists) { list in
        Button(list.name) { props.open(list.id) }
      }
      .onMove(perform: props.move)
      .onDelete(perform: props.remove)
      Button("New list") { props.create() }
    }
  }
}

/// Shows nothing while no list is open.
struct OpenListView: ConnectableView {
  func map(state: AppState) -> String? { state.openList }

  func body(props: String) -> some View { TodosView(id: props) }
}

struct TodosView: ConnectableView {
  var id: String

  struct Props: Equatable {
    var todos: OrderedState<Todo>
    @ActionBinding var newTodo: String
    @ActionBinding var add: () -> Void
    @ActionBinding var toggle: (String) -> Void
    @ActionBinding var remove: (IndexSet) -> Void
  }

  func map(state: AppState, binder: ActionBinder) -> Props? {
    guard let list = state.lists[id: id] else { return nil }
    return Props(
      todos: list.todos,
      newTodo: binder.bind(state.newTodo) { AppAction.setNewTodo($0) },
      add: binder.bind { ListsAction.addTodo(to: id) },
      toggle: binder.bind { ListsAction.list(id: id, .todo(id: $0, .toggle)) },
      remove: binder.bind { ListsAction.list(id: id, .remove(at: $0)) }
    )
  }

  func body(props: Props) -> some View {
    List {
      TextField("New todo", text: props.$newTodo, onCommit: props.add)
      ForEach(props.todos) { todo in
        Button(todo.isDone ? "\(todo.text), done" : todo.text) { props.toggle(todo.id) }
      }
      .onDelete(perform: props.remove)
    }
  }
}

struct PeopleView: ConnectableView {
  struct Props: Equatable {
    var people: OrderedState<Person>
    var isLoading: Bool
  }

  func map(state: AppState) -> Props? { Props(people: state.people, isLoading: state.isLoading) }

  func body(props: Props) -> some View {
    Text(props.isLoading ? "loading" : "people: " + props.people.map(\.name).joined(separator: ", "))
      .onAppear(dispatch: PeopleAction.loadIfNeeded)
  }
}
