// The declarations that the examples in the comments of derived state use.
import PureduxDerived

struct Counter: Equatable, Sendable {
  var count = 0
  var title = ""
}

enum CounterAction: Sendable { case increment }

let store = StateStore<Counter, CounterAction>(Counter()) { counter, _ in counter.count += 1 }

struct Item: Identifiable, Equatable, Sendable {
  let id: Int
  var title = ""
}

struct Shop: Sendable { var items: OrderedState<Item> = [] }

let shop = StateStore<Shop, Item>(Shop()) { shop, item in shop.items.append(item) }

struct Player: Identifiable, Equatable, Sendable {
  enum Action: Sendable { case pause }
  let id: Int
}

struct Desk: Sendable {
  enum Action: Sendable { case player(Player.Action), sheet(Player.Action), screen(Int, Player.Action) }
  var player = Player(id: 0)
  var sheet: Player?
  var path: OrderedState<Player> = []
}

let desk = StateStore<Desk, Desk.Action>(Desk()) { _, _ in }
