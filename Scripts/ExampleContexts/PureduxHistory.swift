// The declarations that the examples in the comments of the history use.
import PureduxHistory

#if canImport(SwiftUI)
  import SwiftUI
#endif

struct Note: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var text = ""
}

struct Document: Undoable, Equatable, Codable {
  var notes: OrderedState<Note> = []
  var title = ""
  static let undone: [UndoPart<Document>] = [.elements("notes", \.notes), .value("title", \.title)]
}

enum LibraryAction: Sendable { case write(Int, String), remove(Int), arrived(Note), undo, redo }

struct Library: Sendable {
  var document = Document()
  var history = History<Document>()
}

nonisolated(unsafe) var document = Document()
nonisolated(unsafe) var history = History<Document>()

let store = StateStore<Library, LibraryAction>(Library()) { _, _ in }

#if canImport(SwiftUI)
  @MainActor let undoManager = UndoManager()

  struct NoteList: View {
    let store: StateStore<Library, LibraryAction>

    var body: some View { Text("") }
  }
#endif
