import Puredux

final class AppReducer: Reducer {
  private let lists = ListsReducer()
  private let people = PeopleReducer()

  func reduce(state: AppState, action: AppAction) -> AppState {
    var state = state
    switch action {
    case .setLoading(let isLoading):
      state.isLoading = isLoading
    case .openList(let id):
      state.openList = id
    case .setNewTodo(let text):
      state.newTodo = text
    }
    return state
  }

  func reduceNext(state: AppState, action: Action) -> AppState {
    AppState(
      lists: lists.reduceAny(state: state.lists, action: action),
      people: people.reduceAny(state: state.people, action: action),
      isLoading: action is PeopleAction ? false : state.isLoading,
      openList: state.openList,
      newTodo: state.newTodo
    )
  }
}

final class ListsReducer: Reducer {
  func reduce(state: OrderedState<TodoList>, action: ListsAction) -> OrderedState<TodoList> {
    var state = state
    switch action {
    case .add(let id, let name):
      state.append(TodoList(id: id, name: name))
    case .remove(let indexSet):
      state.remove(at: indexSet)
    case .move(let indexSet, let index):
      state.move(from: indexSet, to: index)
    case .list(let id, let action):
      if let list = state[id: id] { state[id: id] = reduce(list: list, action: action) }
    }
    return state
  }

  private func reduce(list: TodoList, action: TodosAction) -> TodoList {
    var list = list
    switch action {
    case .add(let id, let text):
      list.todos.append(Todo(id: id, text: text))
    case .remove(let indexSet):
      list.todos.remove(at: indexSet)
    case .move(let indexSet, let index):
      list.todos.move(from: indexSet, to: index)
    case .todo(let id, .rename(let text)):
      list.todos[id: id]?.text = text
    case .todo(let id, .toggle):
      list.todos[id: id]?.isDone.toggle()
    }
    return list
  }
}

final class PeopleReducer: Reducer {
  func reduce(state: OrderedState<Person>, action: PeopleAction) -> OrderedState<Person> {
    switch action {
    case .set(let people): return OrderedState(people)
    }
  }
}

/// A reducer that is combined with the application's reducer.
final class HistoryReducer: Reducer {
  func reduce(state: AppState, action: ListsAction) -> AppState {
    if case .remove = action { print("lists are left: \(state.lists.count)") }
    return state
  }
}
