import Dispatch
import Puredux

// A program whose default isolation is the main actor. Types and functions that reducers, props closures and effects
// use run in the background, so they are `nonisolated`: states, actions, and functions that create props. Views and the
// values that they display are not.

nonisolated protocol Action: Sendable {}

nonisolated struct Increment: Action {}

nonisolated enum TodoAction: Action {
  case add
  case setText(String)
}

nonisolated struct Todo: Identifiable, Equatable, Sendable {
  let id: Int
  var text = ""
}

nonisolated struct AppState: Equatable, Sendable {
  var todos: OrderedState<Todo> = []
  var title = ""
  var subtitle: String?
  var count = 0
  var job = Effect.State.idle()
  var now: Int?

  mutating func reduce(_ action: any Action) {
    switch action {
    case is Increment:
      count += 1
      now = Dependencies[\.now]()
    case TodoAction.setText(let text): title = text
    default: break
    }
  }
}

nonisolated struct ScreenState: Sendable {
  var taps = 0

  mutating func reduce(_ action: any Action) { taps += 1 }
}

extension SharedStores {
  @StoreEntry var root = StateStore<AppState, any Action>(AppState(), runner: .queue(qos: .userInitiated)) {
    state, action in
    state.reduce(action)
  }
  .effect(\.job, on: .main) { _, dispatch in
    Effect { dispatch(Increment()) }
  }
}

extension Dependencies {
  @DependencyEntry var now: @Sendable () -> Int = { 1 }
}

nonisolated struct Fetch: Action, AwaitingAction {
  func execute() async -> (any Action)? { Increment() }
}

/// A main-actor state whose reducer runs on the main actor needs no `nonisolated`.
struct Selection {
  var row = 0
}

let selection = StateStore<Selection, Int>(mainActor: Selection()) { state, row in state.row = row }
