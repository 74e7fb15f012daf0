package import Puredux

/// The actions of the application.
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
  case redo
  /// Typed text, which the store of the form or of the editor reduces.
  case typed(String)
  /// Moves the selection. The store of the list reduces it.
  case select(by: Int)

  /// The choices of the dialog about a note.
  package enum Deletion: Sendable, Equatable, Codable {
    case confirmed(Note.ID)
  }
}
