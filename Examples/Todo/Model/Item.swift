/// One thing to do.
struct Item: Sendable, Equatable, Identifiable, Codable {
  let id: Int
  var text: String
  var note = ""
  var isDone = false
}
