import Foundation
import Puredux

protocol Client {}
struct LiveClient: Client {}

extension SharedStores {
  @StoreEntry var root = StateStore<AppState, Action>(AppState()) { state, action in state.reduce(action) }
}

extension Dependencies {
  @DependencyEntry var now = { Date() }
  @DependencyEntry var client: Client = LiveClient()
}

// The article's replacement for a name of Puredux 2.2 that no longer exists.
typealias Injected = SharedStores

extension Injected {
  @StoreEntry var settings = StateStore<AppState, Action>(AppState()) { state, action in state.reduce(action) }
}

func useInjected() {
  Injected[\.settings].dispatch(Increment())
  Injected[\.root] = Injected[\.settings]
}

struct Logic {
  @Dependency(\.now) var now
  @StoreOf(\.root) var store
  @StoreOf(\.root) var typed: StateStore<AppState, Action>
  var screen = StoreOf(\.root).with(ScreenState()) { state, action in state.reduce(action) }

  func use() {
    _ = now()
    _ = Dependency[\.now]
    _ = Dependencies[\.client]
    Dependencies[\.now] = { .distantPast }
    _ = StoreOf[\.root]
    _ = SharedStores[\.root]
    SharedStores[\.root] = StateStore(AppState(), reducer: appReducer)
    store.dispatch(Increment())
    typed.dispatch(Increment())
  }
}
