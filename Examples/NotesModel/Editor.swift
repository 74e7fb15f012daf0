/// The sheet in which a note is written. The typed text is the state of its store, and is released with the sheet.
package struct Editor: Identifiable, Sendable, Equatable, Codable {
  package let id: Int
  /// The note that is edited; nil for a new one.
  package let note: Note.ID?

  package init(id: Int, note: Note.ID?) { (self.id, self.note) = (id, note) }
}
