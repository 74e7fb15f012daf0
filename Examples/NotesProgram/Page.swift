import ExampleTerminal
import NotesModel
import Puredux

/// The contents of the terminal: the top screen, and below it a dialog if there is one.
struct Page: Equatable {
  var rows: [ScreenRow]
  var footer: ScreenRow

  /// The rows of a terminal of this size; the footer is the last.
  func rows(_ size: TerminalSize) -> [ScreenRow] {
    let keys = footer.wrapped(columns: size.columns).suffix(size.rows)
    let shown = rows.prefix(max(0, size.rows - keys.count))
    let gap = Array(repeating: ScreenRow.empty, count: max(0, size.rows - keys.count - shown.count))
    return Array(shown + gap + keys)
  }
}

extension Page {
  /// The page for the state of all stores.
  init(_ stores: NotesStores) {
    if let signedIn = stores.signedIn {
      self.init(signedIn)
    } else {
      self.init(form: stores.form?.state ?? (stores.root.state, ""))
    }
    guard let dialog = stores.root.state.dialog else { return }
    rows += [.empty, ScreenRow(dialog.title, [.bold, .yellow])]
    if let message = dialog.message { rows.append(ScreenRow(message, .dim)) }
    footer = ScreenRow(dialog.keys.map { "\($0) \($1.title.lowercased())" }.joined(separator: "  "), .dim)
  }

  private init(form state: (app: NotesState, name: String)) {
    rows = [
      ScreenRow("Notes", [.bold, .cyan]), .empty,
      ScreenRow("Name: ", .bold) + ScreenRow(state.name) + ScreenRow(" ", .inverse),
      ScreenRow(state.app.signIn.isInProgress ? "Signing in…" : state.app.message, .yellow),
    ]
    footer = ScreenRow("enter sign in  ctrl-c quit", .dim)
  }

  private init(_ signedIn: SignedIn) {
    if let (app, text) = signedIn.editors.only?.state {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { ScreenRow(String($0)) }
      rows = [ScreenRow(app.editor?.note == nil ? "New note" : "Edit", [.bold, .cyan]), .empty] + lines.dropLast()
      rows.append((lines.last ?? .empty) + ScreenRow(" ", .inverse))
      footer = ScreenRow("enter new line  tab save  esc cancel", .dim)
    } else if case .note(let id) = signedIn.screens.ids.last, let (app, line) = signedIn.screens.all.last?.state {
      let lines = app[id]?.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
      rows = [ScreenRow(app[id]?.title ?? "", [.bold, .cyan]), .empty]
      rows += lines.dropFirst(min(1 + line, max(0, lines.count - 1))).map { ScreenRow($0) }
      footer = ScreenRow("↑↓ scroll  e edit  x delete  u undo  r redo  esc back", .dim)
    } else {
      let (app, selection) = signedIn.list.state
      rows = [ScreenRow("Notes of ", [.bold, .cyan]) + ScreenRow(app.session?.user ?? "", .bold), .empty]
      rows += app.notes.enumerated().map { index, note in
        index == selection ? ScreenRow(note.title).filled(.inverse) : ScreenRow(note.title)
      }
      if app.notes.isEmpty { rows += ["There are no notes.", "Press n to write one."].map { ScreenRow($0, .dim) } }
      footer = ScreenRow("↑↓ select  enter open  n new  x delete  u undo  r redo  o sign out  q quit", .dim)
    }
  }
}

extension Dialog {
  /// The choices, each with the key that takes it: the first letter of its title.
  var keys: [(key: Character, choice: Choice)] {
    choices.map { ($0.title.lowercased().first ?? "?", $0) }
  }
}
