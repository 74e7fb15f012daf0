// What the examples in the comments of the persistence speak of.
@_exported import Foundation
import PureduxChildren
import PureduxPersistence

struct Notes: Codable, Sendable {
  var lines: [String] = []
  var draft = ""
}

struct OldNotes: Codable, Sendable { var text: String }

enum NotesAction: Sendable { case add(String) }

func reduce(_ state: inout Notes, _ action: NotesAction) {
  switch action {
  case .add(let line): state.lines.append(line)
  }
}

struct App: Sendable { var notes = Notes() }

let url = URL(fileURLWithPath: "/var/lib/notes/notes.json")
let archive = Archive<Notes>(FileStorage(url))
let store = StateStore<Notes, NotesAction>(Notes(), reducer: reduce)
let persistence = store.persist(in: archive)
let app = StateStore<App, NotesAction>(App()) { reduce(&$0.notes, $1) }

struct Connection: Sendable {
  func beginExclusive() -> Bool { true }
  func endExclusive() {}
}

let connection = Connection()
let name = "notes"
