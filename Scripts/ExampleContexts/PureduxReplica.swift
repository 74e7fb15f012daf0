// The declarations that the examples in the comments of replicas use.
import Foundation
import PureduxReplica

struct Item: Identifiable, Codable, Equatable, Sendable {
  let id: Identity
  var name: String
  var isBought = false
}

enum ListAction: Codable, Equatable, Sendable { case add(String), buy(Identity) }

struct ShoppingList: Codable, Equatable, Sendable {
  var items: OrderedState<Item> = []
  var title = ""

  mutating func reduce(_ action: ListAction) throws {}
}

enum ScreenAction: Sendable { case list(ListAction), select(Int) }

struct Screen: Sendable {
  mutating func reduce(_ action: ScreenAction) {}
}

let id = Identity()
let folder = URL(filePath: NSTemporaryDirectory())
let server = ReplicaLog.memory()
let list = StateStore(replica: ShoppingList(), in: .memory()) { (list: inout ShoppingList, action: ListAction) in
  try? list.reduce(action)
}
