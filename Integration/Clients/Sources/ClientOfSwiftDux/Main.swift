import Foundation
import Puredux
import PureduxCompatibility

func makeStore(_ file: URL) -> (Store<AppState>, PersistStateMiddleware<AppState>) {
  let persistence = PersistStateMiddleware<AppState>(file)
  let store = Store(
    state: AppState(),
    reducer: AppReducer() + HistoryReducer(),
    middleware: PrintActionMiddleware(filter: { $0 is PeopleAction }) + persistence
      + HandleActionMiddleware { store, action in
        // A list needs a name.
        if case ListsAction.add(_, "") = action { return nil }
        return action
      }
  )
  return (store, persistence)
}

@main
enum Main {
  static func main() async {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    let before = await run(file)
    let (again, _) = makeStore(file)
    // A state is restored in the first turn of its store.
    await again.settled()
    precondition(again.state == before)
    try? FileManager.default.removeItem(at: file)
    await checkFileOfSwiftDux(file)
    print("ClientOfSwiftDux: needed other imports and `Sendable`, and did what it did")
  }

  /// The data that SwiftDux saved is restored: the state alone.
  private static func checkFileOfSwiftDux(_ file: URL) async {
    let saved = #"{"lists":[{"id":"1","name":"Home","todos":[]}],"people":[],"isLoading":false,"newTodo":""}"#
    try? Data(saved.utf8).write(to: file)
    let (store, _) = makeStore(file)
    await store.settled()
    precondition(store.state.lists.map(\.name) == ["Home"])
    try? FileManager.default.removeItem(at: file)
  }

  /// The actions that plans return are sent, whether they have one type or different types.
  private static func checkPlans(_ store: Store<AppState>) async {
    store.dispatch(ListsAction.create(name: "Garden"))
    for await state in store.states() where state.openList == "new 1" { break }
    precondition(store.state.lists.map(\.name) == ["Work", "Garden"])
    store.dispatch(AppAction.setNewTodo("water"))
    store.dispatch(ListsAction.addTodo(to: "new 1"))
    for await state in store.states() where state.newTodo.isEmpty && state.lists.last?.todos.isEmpty == false { break }
    precondition(store.state.lists[id: "new 1"]?.todos.map(\.text) == ["water"])
    store.dispatch(ListsAction.remove(at: [1]) + AppAction.openList(id: nil))
    await store.settled()
  }

  private static func run(_ file: URL) async -> AppState {
    let (store, persistence) = makeStore(file)
    store.dispatch(ListsAction.add(id: "1", name: "Home") + ListsAction.add(id: "2", name: "Work"))
    store.dispatch(ListsAction.add(id: "3", name: ""))
    store.dispatch(ListsAction.list(id: "2", .add(id: "a", text: "write")))
    store.dispatch(ListsAction.list(id: "2", .todo(id: "a", .toggle)))
    store.dispatch(ListsAction.move(from: [1], to: 0))
    store.dispatch(ListsAction.remove(at: [1]))
    store.dispatch(PeopleAction.loadIfNeeded)
    for await state in store.states() where !state.people.isEmpty && !state.isLoading { break }
    precondition(store.state.lists.map(\.name) == ["Work"])
    precondition(store.state.lists[0].todos[id: "a"]?.isDone == true)
    precondition(store.state.people.map(\.name) == ["Ann", "Bob"])
    await checkPlans(store)
    await persistence.flush()
    return store.state
  }
}
