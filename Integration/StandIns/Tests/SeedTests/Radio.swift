import Puredux
import PureduxTesting

// A small application that the views of all documents display.

protocol Action: Sendable {}

/// Plays another piece.
struct Tune: Action { let title: String }

/// Adds details about the piece.
struct Describe: Action { let subtitle: String }

/// Changes a property that no view of a title displays.
struct Like: Action {}

/// Changes a screen's own state.
struct Turn: Action { let volume: Int }

struct Radio: Sendable, Equatable {
  var title = "Bach"
  var subtitle = ""
  var likes = 0

  mutating func reduce(_ action: any Action) {
    switch action {
    case let action as Tune: title = action.title
    case let action as Describe: subtitle = action.subtitle
    case is Like: likes += 1
    default: break
    }
  }

  static func store() -> StateStore<Radio, any Action> {
    StateStore<Radio, any Action>(Radio()) { state, action in state.reduce(action) }
  }
}

/// A larger state that contains the radio.
struct House: Sendable {
  var radio = Radio()

  static func store() -> StateStore<House, any Action> {
    StateStore<House, any Action>(House()) { state, action in state.radio.reduce(action) }
  }
}

/// A screen's own state.
struct Panel: Sendable, Equatable {
  var volume = 0
  var likes = 0
  var lastModified = 0

  mutating func reduce(_ action: any Action) {
    switch action {
    case let action as Turn:
      volume = action.volume
      lastModified += 1
    case is Like: likes += 1
    default: break
    }
  }

  /// A panel without a radio.
  static func store() -> StateStore<Panel, any Action> {
    StateStore<Panel, any Action>(Panel()) { state, action in state.reduce(action) }
  }
}

extension SharedStores {
  @StoreEntry var radio = StateStore<Radio, any Action>(Radio()) { state, action in
    state.reduce(action)
  }
}

/// Calls `make` with a separate shared radio, because tests run concurrently.
@MainActor
func withRadio<Result>(_ make: () -> Result) -> (radio: StateStore<Radio, any Action>, result: Result) {
  let radio = Radio.store()
  let result = SharedStores.with {
    $0.radio = radio
  } operation: {
    make()
  }
  return (radio, result)
}

/// Observes a store like a view without a filter, in the same rounds as all other views of the tree.
///
/// When it displays a state, every view that subscribed earlier has displayed it or never will.
@MainActor
final class Fence<State: Sendable, Action: Sendable>: UIStateObserver {
  private let seen = Recorder<State>()
  private var count = 1

  init(_ store: StateStore<State, Action>, debounceFor interval: Double = 0.016) async {
    subscribe(store, debounceFor: interval) { [seen] in seen.record($0) }
    _ = await seen.values(count: 1)
  }

  /// Returns when the next state has been displayed.
  func pass() async {
    count += 1
    _ = await seen.values(count: count)
  }
}
