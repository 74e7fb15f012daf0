/// Somebody who is signed in. Everything that belongs to a session is a child of it, and goes with it.
package struct Session: Identifiable, Sendable, Equatable, Codable {
  package let id: Int
  package let user: String

  package init(id: Int, user: String) { (self.id, self.user) = (id, user) }
}
