import ExampleTerminal
import Puredux
import TodoModel

/// A screen of the application: the page that it shows, and its keys.
@MainActor
protocol Screen: UIStateObserver {
  var store: TodoScreenStore { get }
  var makePage: @Sendable (TodoState, TodoDraft?) -> Page { get }
  /// Handles a key while no text is being typed.
  func press(_ key: KeyPress) -> NextStep
}

/// The step of the application after a key.
enum NextStep {
  case stay
  case open(any Screen)
  case back
  case quit
}

extension Screen {
  /// Calls `show` with each page that differs from the one before. Pages are made off the main thread.
  func observe(_ show: @escaping @MainActor (Page, any Screen) -> Void) {
    subscribe(
      store,
      props: { [makePage] state, _ in makePage(state.0, state.1) },
      debounceFor: 0,
      observe: { [weak self] page in
        if let self { show(page, self) }
      })
  }

  func handle(_ key: KeyPress) -> NextStep {
    guard var draft = store.state.1 else { return press(key) }
    switch key {
    case .enter: accept(draft)
    case .escape: store.dispatch(.draft(nil))
    default:
      draft.line.apply(key)
      store.dispatch(.draft(draft))
    }
    return .stay
  }

  /// Inserts pasted text if text is being typed, and otherwise ignores it.
  func paste(_ text: String) {
    guard var draft = store.state.1 else { return }
    draft.line.insert(text)
    store.dispatch(.draft(draft))
  }

  func startTyping(_ draft: TodoDraft) { store.dispatch(.draft(draft)) }

  private func accept(_ draft: TodoDraft) {
    store.dispatch(.draft(nil))
    if let action = draft.action { store.dispatch(action) }
  }
}

extension EditedLine {
  /// Edits the line with the key; other keys do nothing.
  mutating func apply(_ key: KeyPress) {
    switch key {
    case .backspace: deleteBackward()
    case .delete, .control("d"): deleteForward()
    case .left, .control("b"): moveLeft()
    case .right, .control("f"): moveRight()
    case .control(.left), .alt("b"), .alt(.left): moveWordLeft()
    case .control(.right), .alt("f"), .alt(.right): moveWordRight()
    case .home, .control("a"): moveToStart()
    case .end, .control("e"): moveToEnd()
    case .control("w"), .alt(.backspace): deleteWordBackward()
    case .control("u"): deleteToStart()
    case .control("k"): deleteToEnd()
    default:
      if case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty {
        insert(String(character))
      }
    }
  }
}
