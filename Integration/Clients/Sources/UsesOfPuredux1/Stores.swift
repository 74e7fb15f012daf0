import Foundation
import Puredux
import PureduxCompatibility

// One use of each public declaration of the stores of Puredux 1.1, in Swift 5 mode, in the style of that version. It
// only has to compile, so a missing declaration is detected. The article lists the unsupported uses and their
// replacements.

protocol Action {}

struct Increment: Action {}

struct AppState: Equatable {
  var title = ""
  var subtitle: String?
  var count = 0

  mutating func reduce(_ action: Action) { count += 1 }
}

struct LocalState {
  var isOpen = false

  mutating func reduce(_ action: Action) { isOpen = true }
}

struct Composition {
  let app: AppState
  let local: LocalState
}

// The article's replacement for a name of Puredux 1.1 that no longer exists.
typealias Interceptor<Action> = @Sendable (Action, @escaping Dispatch<Action>) -> Void

@available(*, deprecated)
func makeFactory(_ interceptor: @escaping Interceptor<Action>) -> StoreFactory<AppState, Action> {
  StoreFactory(
    initialState: AppState(), interceptor: interceptor, reducer: { state, action in state.reduce(action) })
}

@available(*, deprecated)
func makeStores() {
  let factory = StoreFactory<AppState, Action>(
    initialState: AppState(), qos: .userInteractive, reducer: { state, action in state.reduce(action) })
  _ = StoreFactory<AppState, Action>(
    initialState: AppState(), interceptor: { action, dispatch in if action is Increment { dispatch(action) } },
    qos: .userInitiated, reducer: { state, action in state.reduce(action) })

  let root = factory.rootStore()
  root.dispatch(Increment())
  _ = factory.scopeStore { $0.title }
  _ = factory.scopeStore(to: { $0.title })
  _ = factory.scopeStore(toOptional: { $0.subtitle })
  _ = factory.childStore(
    initialState: LocalState(), stateMapping: { app, local in Composition(app: app, local: local) },
    qos: .userInitiated, reducer: { state, action in state.reduce(action) })
  _ = factory.childStore(
    initialState: LocalState(), qos: .userInitiated, reducer: { state, action in state.reduce(action) })
  _ = factory.childStore(initialState: LocalState(), reducer: { state, action in state.reduce(action) })
}

@available(*, deprecated)
func useOldNames() {
  let rootStore = RootStore<AppState, Action>(
    queue: .global(qos: .userInteractive), initialState: AppState(), reducer: { state, action in state.reduce(action) })
  let queue: StoreQueue = .main
  _ = RootStore<AppState, Action>(queue: queue, initialState: AppState()) { state, action in state.reduce(action) }
  _ = RootStore<AppState, Action>(initialState: AppState()) { state, action in state.reduce(action) }
  rootStore.interceptActions { action in print(action) }
  rootStore.interceptActions { action, dispatch in if action is Increment { dispatch(action) } }

  let store = rootStore.store()
  let title = store.proxy { $0.title }
  title.subscribe(observer: Observer { title, complete in complete(title.isEmpty ? .dead : .active) })
  let complete: Observer<String>.StatusHandler = { print($0) }
  complete(.active)
  _ = store.scope(to: { $0.title })
  _ = store.scope(toOptional: { $0.subtitle })

  let factory = StoreFactory<AppState, Action>(initialState: AppState()) { state, action in state.reduce(action) }
  let child: StoreObject<(AppState, LocalState), Action> = factory.childStore(
    initialState: LocalState(), reducer: { state, action in state.reduce(action) })
  child.store().dispatch(Increment())
}

@MainActor
final class Screen: Presentable {
  struct Props {
    let title: String
    let onTap: () -> Void
  }

  var presenter: PresenterProtocol?

  func setProps(_ props: Props) { print(props.title) }

  @available(*, deprecated)
  static func make(_ store: AnyStore<AppState, Action>) -> Screen {
    let (screen, presenter) = (Screen(), ScreenPresenter())
    screen.with(
      store: store, props: { state, store in Props(title: state.title, onTap: { store.dispatch(Increment()) }) })
    screen.with(store: store, props: presenter.makeProps, presentationQueue: .main)
    screen.with(
      store: store, props: presenter.makeProps, presentationQueue: .serialQueue(DispatchQueue(label: "props")),
      removeStateDuplicates: .equal { $0.title } && .equal { $0.subtitle })
    screen.presenter?.subscribeToStore()
    return screen
  }
}

struct ScreenPresenter {
  func makeProps(state: AppState, store: AnyStore<AppState, Action>) -> Screen.Props {
    Screen.Props(title: state.title, onTap: { store.dispatch(Increment()) })
  }
}
