// The declarations that the examples in the comments of the persistence use.
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

struct Article: Codable, Identifiable, Sendable {
  let id: Int
  var title = ""
}

struct Settings: Codable, Equatable, Sendable { var isDark = false }

struct Library: Sendable {
  var articles: OrderedState<Article> = []
  @Tracked var tags: [String] = []
  var settings = Settings()

  static let saved: [StatePart<Library>] = [
    .elements("articles", \.articles),
    .value("tags", \.tags, trackedBy: { $0.$tags.version }),
    .value("settings", \.settings),
  ]
}

enum LibraryAction: Sendable { case add(String), rename(article: Int, to: String) }

func reduce(_ state: inout Library, _ action: LibraryAction) {
  switch action {
  case .add(let tag): state.tags.append(tag)
  case .rename(let article, let title): state.articles[id: article]?.title = title
  }
}

let library = StateStore<Library, LibraryAction>(Library(), reducer: reduce)

struct Screen: Sendable {
  var scrolled = 0

  static let saved: [StatePart<Screen>] = [.value("scrolled", \.scrolled)]
}

let screens = app.children(of: \.notes.lines, id: \.self) { app, line in
  app.with(Screen()) { (screen: inout Screen, action: NotesAction) in screen.scrolled += 1 }
}
