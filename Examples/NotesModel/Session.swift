/// The session of a signed-in user. The session's stores are its children, and are released with it.
package struct Session: Identifiable, Sendable, Equatable, Codable {
  package let id: Int
  package let user: String

  package init(id: Int, user: String) { (self.id, self.user) = (id, user) }
}
