import Puredux

/// What is typed is reduced by the screen's store, all else by the application's, which is above it.
typealias ScreenStore = StateStore<(TodoState, Line?), TodoAction>

extension StateStore where State == TodoState, Action == TodoAction {
  /// A store for a screen, which is gone with the screen.
  func screen() -> ScreenStore {
    with(Line?.none) { line, action in
      if case .edited(let edited) = action { line = edited }
    }
  }
}

/// A screen of the application: what it shows, and what keys do there.
@MainActor
protocol Screen: UIStateObserver {
  var store: ScreenStore { get }
  var makeRows: @Sendable (TodoState, Line?) -> [Row] { get }
  /// What a key does while nothing is typed.
  func press(_ key: Key) -> Next
}

enum Next {
  case stay
  case open(any Screen)
  case back
  case quit
}

extension Screen {
  /// Draws the screen whenever its rows have changed. They are made off the main thread.
  func draw(on terminal: Terminal) {
    subscribe(
      store,
      props: { [makeRows] state, _ in
        let rows = makeRows(state.0, state.1)
        return Page(
          rows: rows + Array(repeating: Row(), count: max(0, state.0.size.rows - rows.count)), size: state.0.size)
      },
      debounceFor: 0,
      observe: { [weak self] page in
        if let self { terminal.show(page, of: self) }
      })
  }

  func handle(_ key: Key) -> Next {
    if key == .interrupt { return .quit }
    guard let line = store.state.1 else { return press(key) }
    let (edited, action) = line.typed(key)
    store.dispatch(.edited(edited))
    if let action { store.dispatch(action) }
    return .stay
  }

  func type(_ line: Line) { store.dispatch(.edited(line)) }
}
