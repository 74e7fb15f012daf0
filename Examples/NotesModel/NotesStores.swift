package import Puredux

/// The stores of the application: one for the shared state, and one for each existing screen.
package final class NotesStores: Sendable {
  package typealias Root = StateStore<NotesState, NotesAction>
  /// The application's state, and the typed text.
  package typealias Typing = StateStore<(NotesState, String), NotesAction>

  package let root: Root
  /// The store of the form, while nobody is signed in.
  package let forms: Children<OnlyChild, Typing>
  /// The stores of a session, which are created anew for each session.
  package let sessions: Children<OnlyChild, SignedIn>

  package init(_ root: Root) {
    self.root = root.signingIn()
    forms = root.children(of: \.signInForm) { root, _ in root.typing("", named: "sign-in form") }
    sessions = root.children(of: \.session) { root, _ in SignedIn(root) }
  }

  package var form: Typing? { forms.only }

  package var signedIn: SignedIn? { sessions.only }
}

extension NotesStores.Root {
  /// Attaches the effect that signs in.
  @discardableResult
  package func signingIn() -> Self {
    effect(\.signIn, name: "sign in", onFailure: { .signInFailed("\($0)") }) { state, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.milliseconds(300))
        let name = state.user
        dispatch(name.isEmpty ? .signInFailed("Enter a name.") : .signedIn(name))
      }
    }
  }

  /// A store of a screen by its name, for sessions in which screens were created and removed.
  package func screen(named name: String?) -> (any Store)? {
    switch name {
    case "sign-in form": typing("", named: "sign-in form")
    case "editor": typed()
    case "list": selecting()
    case "note": SignedIn.screen(below: self)
    default: nil
    }
  }
}

/// The stores of a signed-in user.
package final class SignedIn: Sendable {
  /// The application's state, and the selected note of the list.
  package let list: StateStore<(NotesState, Int), NotesAction>
  /// The application's state, and the scroll position of a note.
  package let screens: Children<Route, StateStore<(NotesState, Int), NotesAction>>
  package let editors: Children<OnlyChild, NotesStores.Typing>

  package init(_ root: NotesStores.Root) {
    list = root.selecting().map(state: { app, selection in (app, app.validSelection(selection)) })
    screens = root.children(of: \.path) { root, _ in Self.screen(below: root) }
    editors = root.children(of: \.editor) { root, editor in root.editing(editor) }
  }

  static func screen(below root: NotesStores.Root) -> StateStore<(NotesState, Int), NotesAction> {
    root.with(0, named: "note") { (line: inout Int, action: NotesAction) in
      if case .select(let distance) = action { line = max(0, line + distance) }
    }
  }
}

extension StateStore where State == NotesState, Action == NotesAction {
  /// A child for a screen with typed text.
  package func typing(_ text: String, named name: String) -> NotesStores.Typing {
    with(text, named: name) { (text: inout String, action: NotesAction) in
      if case .typed(let typed) = action { text = typed }
    }
  }

  /// A child for an editor. It shows the text of its note until something is typed.
  ///
  /// The text of the note is not copied into the child when the editor opens: a link may open an editor before the text
  /// of its note exists, and the text may change while the editor is open. The displayed text is computed from both
  /// states.
  func editing(_ editor: Editor) -> NotesStores.Typing {
    typed().map(state: { app, typed in (app, typed ?? editor.note.flatMap { app[$0]?.text } ?? "") })
  }

  /// A child that stores the selected row of the list. A note may be removed by another screen, so the row that is shown
  /// is computed from both states.
  func selecting() -> StateStore<(NotesState, Int), NotesAction> {
    with(0, named: "list") { (app, selection: inout Int, action: NotesAction) in
      if case .select(let distance) = action {
        selection = app.validSelection(app.validSelection(selection) + distance)
      }
    }
  }

  /// A child that stores the text typed into an editor; nil if nothing was typed.
  func typed() -> StateStore<(NotesState, String?), NotesAction> {
    with(String?.none, named: "editor") { (text: inout String?, action: NotesAction) in
      if case .typed(let typed) = action { text = typed }
    }
  }
}
