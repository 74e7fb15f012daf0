// What the examples in the comments of the collections speak of.
import PureduxCollections

struct Item: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title = ""
}
