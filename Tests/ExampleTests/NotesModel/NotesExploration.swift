import NotesModel
import Puredux
import PureduxTesting
import Testing

@Suite struct `The exploration of the notes` {
  @Test(arguments: explorationSeeds) func `finds nothing`(seed: UInt64) {
    Exploration(server: ()) { _ in
      NotesStores(StateStore(NotesState(), named: "notes") { $0.reduce($1) })
    } root: {
      $0.root
    } actions: { notes, stores in
      Self.actions(notes, stores)
    } send: { stores, action in
      Self.send(action, to: stores)
    }
    .always("each screen has its note") { moment in
      moment.state.path.allSatisfy { if case .note(let id) = $0 { moment.state[id] != nil } else { true } }
    }
    .always("the selection is on a note") { moment in
      guard let list = moment.app.signedIn?.list.state else { return true }
      return list.1 == 0 || list.1 < list.0.notes.count
    }
    .always("there is either a form or a session") { ($0.app.form == nil) != ($0.app.signedIn == nil) }
    .everyTurn("only its own actions close an editor") { before, action, after in
      guard let old = before.editor, after.editor == nil else { return true }
      return switch action {
      case .save(let editor, _)?, .editorClosed(let editor)?: editor == old
      default: true
      }
    }
    .everyTurn("a closed editor saves nothing") { before, action, after in
      guard case .save(let editor, _)? = action, before.editor != editor else { return true }
      return before.notes.elements == after.notes.elements
    }
    .saves(\.self)
    .run(runs: 15, seed: seed)
  }

  private static func actions(_ notes: NotesState, _ stores: NotesStores) -> [NotesAction] {
    guard let session = stores.signedIn else { return [.signIn("Ada"), .signIn(""), .typed("A")] }
    let ids = notes.notes.elements.map(\.id)
    var actions: [NotesAction] = [.signOut, .edit(nil), .undo, .select(by: 1), .select(by: -1)]
    actions += ids.flatMap { [.open($0), .edit($0), .askToDelete($0)] }
    if let editor = session.editors.only?.state, let shown = editor.0.editor {
      actions += [.typed("t"), .typed(""), .save(shown, editor.1), .editorClosed(shown)]
    }
    // A screen that is still visible for a moment sends the editor that it knows.
    actions += [.editorClosed(Editor(id: 4, note: nil)), .save(Editor(id: 5, note: nil), "late")]
    actions += notes.dialog?.choices.map { .answered($0.action) } ?? []
    if !notes.path.isEmpty { actions.append(.navigated(PathChange(from: notes.path, to: notes.path.dropLast()))) }
    return actions
  }

  /// Dispatches an action to the store of the screen that it comes from.
  private static func send(_ action: NotesAction, to stores: NotesStores) {
    switch action {
    case .typed, .save, .editorClosed:
      (stores.signedIn?.editors.only ?? stores.form)?.dispatch(action)
    case .select: stores.signedIn?.list.dispatch(action)
    default: stores.root.dispatch(action)
    }
  }
}
