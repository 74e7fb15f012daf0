import ExampleTerminal
import NotesModel
import Puredux

/// The effects of keys, on the top screen.
@MainActor
struct Keys {
  let stores: NotesStores

  /// Handles a key. Returns true if the key ends the program.
  func press(_ key: KeyPress) -> Bool {
    if let dialog = stores.root.state.dialog {
      answer(dialog, key)
    } else if let signedIn = stores.signedIn {
      return press(key, signedIn)
    } else if let form = stores.form {
      if key == .enter { form.dispatch(.signIn(form.state.1)) } else { type(key, into: form) }
    }
    return false
  }

  private func answer(_ dialog: Dialog<NotesAction.Deletion>, _ key: KeyPress) {
    if key == .escape { return stores.root.dispatch(.answered(nil)) }
    guard let choice = dialog.keys.first(where: { key == .character($0.key) })?.choice else { return }
    stores.root.dispatch(.answered(choice.action))
  }

  private func press(_ key: KeyPress, _ signedIn: SignedIn) -> Bool {
    if let editor = signedIn.editors.only {
      write(key, in: editor)
    } else if let screen = signedIn.screens.all.last, case .note(let id) = signedIn.screens.ids.last {
      read(key, on: screen, id)
    } else {
      return choose(key, from: signedIn.list)
    }
    return false
  }

  private func write(_ key: KeyPress, in editor: NotesStores.Typing) {
    let (app, text) = editor.state
    guard let shown = app.editor else { return }
    switch key {
    case .escape: editor.dispatch(.editorClosed(shown))
    case .tab: editor.dispatch(.save(shown, text))
    case .enter: editor.dispatch(.typed(text + "\n"))
    default: type(key, into: editor)
    }
  }

  private func read(_ key: KeyPress, on screen: StateStore<(NotesState, Int), NotesAction>, _ id: Note.ID) {
    switch key {
    case .escape, .character("q"):
      let path = screen.state.0.path
      screen.dispatch(.navigated(PathChange(from: path, to: path.dropLast())))
    case .character("e"): screen.dispatch(.edit(id))
    case .character("x"): screen.dispatch(.askToDelete(id))
    case .character("u"): screen.dispatch(.undo)
    case .character("r"), .control("r"): screen.dispatch(.redo)
    case .up, .character("k"): screen.dispatch(.select(by: -1))
    case .down, .character("j"): screen.dispatch(.select(by: 1))
    default: break
    }
  }

  private func choose(_ key: KeyPress, from list: StateStore<(NotesState, Int), NotesAction>) -> Bool {
    let (app, selection) = list.state
    let selected = app.notes.indices.contains(selection) ? app.notes[selection].id : nil
    switch (key, selected) {
    case (.up, _), (.character("k"), _): list.dispatch(.select(by: -1))
    case (.down, _), (.character("j"), _): list.dispatch(.select(by: 1))
    case (.enter, let id?): list.dispatch(.open(id))
    case (.character("n"), _): list.dispatch(.edit(nil))
    case (.character("x"), let id?): list.dispatch(.askToDelete(id))
    case (.character("u"), _): list.dispatch(.undo)
    case (.character("r"), _), (.control("r"), _): list.dispatch(.redo)
    case (.character("o"), _): list.dispatch(.signOut)
    case (.character("q"), _): return true
    default: break
    }
    return false
  }

  private func type(_ key: KeyPress, into store: NotesStores.Typing) {
    var text = store.state.1
    switch key.key {
    case .backspace: _ = text.popLast()
    case .character(let character) where key.modifiers.subtracting(.shift).isEmpty: text.append(character)
    default: return
    }
    store.dispatch(.typed(text))
  }
}
