/// One item of the list.
package struct TodoItem: Sendable, Equatable, Identifiable, Codable {
  package let id: Int
  package var text: String
  package var note: String
  package var isDone: Bool

  package init(id: Int, text: String, note: String = "", isDone: Bool = false) {
    self.id = id
    self.text = text
    self.note = note
    self.isDone = isDone
  }
}
