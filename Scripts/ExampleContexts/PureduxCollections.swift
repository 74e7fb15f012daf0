// The declarations that the examples in the comments of the collections use.
import PureduxCollections

struct Item: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title = ""
}
