package import Puredux

/// What happens in the application.
package enum NotesAction: Sendable, Equatable, Codable {
  case signIn(String)
  case signedIn(String)
  case signInFailed(String)
  case signOut
  case open(Note.ID)
  case navigated(PathChange<Route>)
  case edit(Note.ID?)
  case save(Editor, String)
  case editorClosed(Editor)
  case askToDelete(Note.ID)
  case answered(Deletion?)
  case undo
  /// Text that is being typed, for the store of the form or of the editor.
  case typed(String)
  /// Moves the selection, for the store of the list.
  case select(by: Int)

  /// What the dialog about a note offers.
  package enum Deletion: Sendable, Equatable, Codable {
    case confirmed(Note.ID)
  }
}
