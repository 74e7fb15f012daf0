package import Puredux
internal import PureduxHistory

/// The application's state.
///
/// Typed text and selections are not part of it: they belong to the stores of the screens.
package struct NotesState: Sendable, Codable {
  package private(set) var session: Session?
  package private(set) var signIn = Effect.State.idle()
  /// The user who is being signed in.
  package private(set) var user = ""
  package private(set) var message = ""
  private var notebook = Notebook()
  /// The screens above the list, the top one last. A link may set them before anybody has signed in.
  package var path: [Route] = []
  package var editor: Editor?
  package private(set) var dialog: Dialog<NotesAction.Deletion>?
  private var history = History<Notebook>(limits: .init(steps: 100))
  /// The last number that was assigned to a session, an editor or a note.
  private var lastNumber = 3

  package init() {}

  /// The form for signing in, which exists while nobody is signed in.
  package var signInForm: SignInForm? { session == nil ? SignInForm() : nil }

  package var notes: OrderedState<Note> { notebook.notes }

  package subscript(id: Note.ID) -> Note? { notes[id: id] }

  /// The row of the list that is nearest to `selection`; 0 for an empty list.
  func validSelection(_ selection: Int) -> Int { max(0, min(selection, notes.count - 1)) }

  package mutating func reduce(_ action: NotesAction) {
    switch action {
    case .signIn(let name):
      user = name
      message = ""
      signIn.run()
    case .signedIn(let name):
      if signIn.isInProgress { signIn.succeed() }
      session = Session(id: nextNumber(), user: name)
    case .signInFailed(let reason):
      if signIn.isInProgress { signIn.reset() }
      message = reason
    case .signOut:
      (session, path, editor, dialog, message) = (nil, [], nil, nil, "")
      history.removeAll()
    case .open(let id): if self[id] != nil, !path.contains(.note(id)) { path.append(.note(id)) }
    case .navigated(let change): path.apply(change)
    case .edit(let id): editor = Editor(id: nextNumber(), note: id)
    case .save(let editor, let text): save(text, of: editor)
    case .editorClosed(let editor): close(editor)
    case .askToDelete(let id): dialog = self[id].map(Self.question)
    case .answered(let answer):
      dialog = nil
      if case .confirmed(let id) = answer { history.change(&notebook) { $0.notes.remove(id: id) } }
    case .undo: history.undo(&notebook)
    case .redo: history.redo(&notebook)
    case .typed, .select: break
    }
    // Removes screens whose notes no longer exist.
    let notes = notes
    path.removeAll { if case .note(let id) = $0 { !notes.contains(id: id) } else { false } }
    if let note = editor?.note, !notes.contains(id: note) { editor = nil }
  }

  /// The editor closes even if the note is unchanged. Saving with a closed editor changes nothing.
  private mutating func save(_ text: String, of editor: Editor) {
    guard self.editor == editor else { return }
    close(editor)
    guard !text.isEmpty else { return }
    let id = editor.note ?? nextNumber()
    history.change(&notebook) { $0.notes[id: id] = Note(id: id, text: text) }
  }

  private mutating func close(_ editor: Editor) {
    if self.editor == editor { self.editor = nil }
  }

  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private static func question(_ note: Note) -> Dialog<NotesAction.Deletion> {
    Dialog(
      "Delete \(note.title)?", message: "You can undo this until you sign out.",
      choices: [.init("Delete", role: .destructive, action: .confirmed(note.id)), .init("Keep", role: .cancel)])
  }
}

/// The form for signing in. The typed text is the state of its store.
package struct SignInForm: Sendable, Equatable {}

/// The notes, whose changes can be undone.
struct Notebook: Undoable, Codable {
  static let undone: [UndoPart<Notebook>] = [.elements("notes", \.notes, size: { $0.text.utf8.count })]

  var notes: OrderedState = [
    Note(id: 1, text: "Shopping\nmilk, bread"), Note(id: 2, text: "Call Ada"), Note(id: 3, text: "Read about stores"),
  ]
}
