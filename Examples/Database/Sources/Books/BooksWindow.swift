import BookModel
import ExampleTerminal
import Puredux

/// The whole screen of a terminal: shows the state, and turns keys into actions.
@MainActor
final class BooksWindow {
  private let store: StateStore<Shelf, Shelf.Action>
  private let session: TerminalSession
  private var cursor = Cursor()

  init(_ store: StateStore<Shelf, Shelf.Action>, _ session: TerminalSession) {
    (self.store, self.session) = (store, session)
  }

  /// Handles keys until a key or a signal ends the program. Returns the exit status.
  func run() async -> Int32 {
    let showing = Task { for await shelf in store.states() { show(shelf) } }
    defer { showing.cancel() }
    for await event in session.events {
      switch event {
      case .key(let key):
        guard let action = action(of: key) else { return 0 }
        if let action { await store.send(action) }
        show(store.state)
      case .paste(let text): if cursor.isSearching { await store.send(.search(store.state.text + text)) }
      case .redraw: show(store.state)
      case .end(let reason): return reason.exitStatus
      }
    }
    return 0
  }

  private func show(_ shelf: Shelf) { session.show(BooksScreen.rows(shelf, &cursor, session.size)) }

  /// The action of a key, if it has one; nil for the key that ends the program.
  private func action(of key: KeyPress) -> Shelf.Action?? {
    let shelf = store.state
    if cursor.isSearching, case .character(let character) = key.key, key.modifiers.isEmpty {
      cursor.reset()
      return .search(shelf.text + String(character))
    }
    switch key {
    case .up, .character("k"): return .some(cursor.move(by: -1, in: shelf))
    case .down, .character("j"): return .some(cursor.move(by: 1, in: shelf))
    case .pageUp: return .some(cursor.move(by: 10 - session.size.rows, in: shelf))
    case .pageDown: return .some(cursor.move(by: session.size.rows - 10, in: shelf))
    case .home, .end:
      cursor.reset(toEnd: key == .end)
      return .goTo(key == .end ? .last : .first)
    case .enter: cursor.isSearching = false
    case .escape:
      cursor.isSearching = false
      cursor.reset()
      return .search("")
    case .backspace where cursor.isSearching:
      cursor.reset()
      return .search(String(shelf.text.dropLast()))
    case .character("/"): cursor.isSearching = true
    case .character("+"): return .some(rating(1, shelf))
    case .character("-"): return .some(rating(-1, shelf))
    case .character("u"): return .undo
    case .character("r"): return .redo
    case .character("q"): return .none
    default: break
    }
    return .some(nil)
  }

  private func rating(_ change: Int, _ shelf: Shelf) -> Shelf.Action? {
    cursor.selected.flatMap { shelf.books[id: $0] }.map { .rate($0.id, $0.stars + change) }
  }
}
