/// A note: its first line is its title.
package struct Note: Identifiable, Sendable, Equatable, Codable {
  package let id: Int
  package var text: String

  package init(id: Int, text: String) { (self.id, self.text) = (id, text) }

  package var title: String { text.split(separator: "\n").first.map(String.init) ?? "Untitled" }
}
