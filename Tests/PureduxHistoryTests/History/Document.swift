import PureduxHistory

struct Note: Identifiable, Equatable, Codable, Sendable {
  var id: Int
  var text = ""
}

struct Document: Undoable, Equatable, Codable {
  var notes: OrderedState<Note> = []
  var title = ""
  var tags: [String] = []
  static let undone: [UndoPart<Document>] = [
    .elements("notes", \.notes, size: { $0.text.utf8.count }), .value("title", \.title), .value("tags", \.tags),
  ]

  init(ids: some Sequence<Int> = 0..<0) { notes = OrderedState(ids.map { Note(id: $0) }) }
}
