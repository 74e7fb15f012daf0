/// One thing to do.
struct Item: Sendable, Equatable, Identifiable {
  let id: Int
  var text: String
  var note = ""
  var isDone = false
}
