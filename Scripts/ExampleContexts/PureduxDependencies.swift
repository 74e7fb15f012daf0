// The declarations that the examples in the comments of the dependencies use.
import Foundation
import PureduxDependencies

struct AppState: Sendable { func reduce(_ action: Action) {} }
struct ViewState: Sendable { func reduce(_ action: Action) {} }

struct ViewReducer: Reducing {
  func reduce(_ state: inout ViewState, _ action: Action) { state.reduce(action) }
}

enum Action: Sendable { case updateTime, signOut }
protocol APIClient: Sendable {}
struct LiveClient: APIClient {}

extension Dependencies {
  @DependencyEntry var now = { Date() }
  @DependencyEntry var requestCount = 0
}

extension SharedStores {
  @StoreEntry var root = StateStore<AppState, Action>(AppState()) { $0.reduce($1) }
  @StoreEntry var session: StateStore<AppState, Action>? = nil
}

let store = StateStore<AppState, Action>(AppState()) { $0.reduce($1) }
