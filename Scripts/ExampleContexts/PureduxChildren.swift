// The declarations that the examples in the comments of the children use.
import PureduxChildren

struct Counter: Equatable, Sendable {
  var count = 0
  var title = ""
  var note: String?
}

enum CounterAction: Sendable { case increment }

let store = StateStore<Counter, CounterAction>(Counter()) { counter, _ in counter.count += 1 }

struct Item: Identifiable, Sendable { let id: Int }

let browser = StateStore<[Item], Int>([]) { items, id in items.append(Item(id: id)) }
