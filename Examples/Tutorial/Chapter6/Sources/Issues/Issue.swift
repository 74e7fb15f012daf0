import PureduxCases

@Editable
struct Issue: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title: String
  var isOpen = true
  var notes = ""
}
