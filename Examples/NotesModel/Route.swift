/// A screen above the list.
package enum Route: Hashable, Sendable, Identifiable, Codable {
  case note(Note.ID)

  package var id: Self { self }
}
