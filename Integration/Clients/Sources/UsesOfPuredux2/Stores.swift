import Foundation
import Puredux

// One use of each public declaration of Puredux 2.2, in Swift 5 mode, in the style of that version. It only has to
// compile, unchanged, so a missing declaration is detected. `Renamed.swift` contains the deprecated declarations.

protocol Action {}

struct Increment: Action {}

struct Rename: Action {
  let title: String
}

struct AppState: Equatable, Identifiable {
  var id = 1
  var title = ""
  var subtitle: String?
  var count = 0

  mutating func reduce(_ action: Action) {
    if action is Increment { count += 1 }
  }
}

struct ScreenState {
  var isOpen = false

  mutating func reduce(_ action: Action) { isOpen = true }
}

let appReducer: Reducer<AppState, Action> = { state, action in state.reduce(action) }

func makeStores() {
  let root = StateStore<AppState, Action>(AppState()) { state, action in state.reduce(action) }
  _ = StateStore<AppState, Action>(AppState(), qos: .userInitiated, reducer: appReducer)
  _ = StateStore(AppState(), qos: .background, reducer: appReducer)

  // Below a store.
  let screen: StateStore<(AppState, ScreenState), Action> = root.with(ScreenState()) { state, action in
    state.reduce(action)
  }
  let detail = screen.with(0, reducer: { state, _ in state += 1 })
  let third = detail.with("") { _, _ in }
  let fourth = third.with(false) { _, _ in }

  // Its states.
  _ = root.map(state: { $0.title })
  _ = root.map(state: \.title)
  _ = root.map { (state: AppState) in state.count }
  _ = screen.map { app, screen in (app.title, screen.isOpen) }
  let flat: StateStore<(AppState, ScreenState, Int), Action> = detail.flatMap()
  _ = third.flatMap() as StateStore<(AppState, ScreenState, Int, String), Action>
  _ = fourth.flatMap() as StateStore<(AppState, ScreenState, Int, String, Bool), Action>

  // Its actions.
  let titles = root.map(actions: { (title: String) in Rename(title: title) as Action })
  titles.dispatch("new")
  let dispatch: Dispatch<Action> = root.dispatch
  dispatch(Increment())
  root.dispatch(Rename(title: "new"))

  // Any store.
  let erased: AnyStore<AppState, Action> = root.eraseToAnyStore()
  let existential: any Store<AppState, Action> = root
  existential.dispatch(Increment())
  take(existential.eraseToAnyStore())
  take(erased)
  flat.subscribe(observer: Observer { _ in .dead })
}

func take<S: Store>(_ store: S) where S.State == AppState, S.Action == Action {
  store.subscribe(observer: Observer(id: UUID()) { state in state.count > 0 ? .dead : .active })
}

/// A custom store.
struct Spy: Store {
  let store: AnyStore<Int, Int>

  func dispatch(_ action: Int) { store.dispatch(action) }
  func subscribe(observer: Observer<Int>) { store.subscribe(observer: observer) }
  func eraseToAnyStore() -> AnyStore<Int, Int> { store }
}

func observe(_ store: AnyStore<AppState, Action>, by owner: NSObject) {
  let observer = Observer<AppState>(owner) { _ in .active }
  store.subscribe(observer: observer)
  store.subscribe(observer: Observer(owner, removeStateDuplicates: .asEquatable) { _ in ObserverStatus.active })
  precondition(observer == observer)
  precondition(Set([observer]).count == 1)
}

func compare() {
  let states: [Equating<AppState>] = [
    .neverEqual, .alwaysEqual, .asEquatable,
    .equal { $0.title }, .keyPath(\.count), .equal { $0.title } && .keyPath(\.count),
    Equating { lhs, rhs in lhs.count == rhs.count },
    Equating(predicate: { $0.title == $1.title }),
  ]
  print(states.count)
}
