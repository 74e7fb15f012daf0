import PureduxCollections
import PureduxCore
import PureduxEffects

/// A large state whose reducer creates effect states and identities, and reads the time.
struct Workshop: Codable, Sendable {
  struct Order: Codable, Sendable, Equatable, Identifiable {
    let id: Int
    var title: String
    var notes: String
    var paid = false
  }

  var job = Effect.State.idle()
  var search = Effect.State.idle()
  var began: Duration = .zero
  var tickets: [Identity] = []
  var orders: OrderedState<Order> = []
  var prices: [String: Double] = [:]
  var done: [String] = []

  mutating func reduce(_ action: WorkshopAction) {
    switch action {
    case .begin:
      job = .running(RetryPolicy(maxAttempts: 3))
      began = StoreContext.current.clock.now()
      for _ in 0..<3 { tickets.append(Identity()) }
    case .finished(let name):
      done.append(name)
      job.succeed()
    case .search: search.restart(maxAttempts: 2)
    case .found: search.succeed()
    case .fill(let count):
      for id in 1...count {
        orders.append(Order(id: id, title: "order \(id)", notes: String(repeating: "note ", count: 60)))
      }
    case .rename(let id, let title): orders[id: id]?.title = title
    case .pay(let id):
      orders[id: id]?.paid = true
      prices["paid"] = Double(orders.count { $0.paid })
    case .remove(let id): orders.remove(id: id)
    case .add(let order): orders.insert(order, at: 1)
    }
  }
}

enum WorkshopAction: Codable, Sendable {
  case begin, search, found
  case finished(String)
  case fill(Int)
  case rename(Int, String)
  case pay(Int)
  case remove(Int)
  case add(Workshop.Order)
}

/// A workshop whose middleware draws an identity and the time for each action, in addition to its reducer's values.
func makeWorkshop(_ name: String = "workshop", hasEffects: Bool = true) -> StateStore<Workshop, WorkshopAction> {
  let marking = ClosureMiddleware<Workshop, WorkshopAction> { action, _ in
    _ = (Identity(), StoreContext.current.clock.now())
    return action
  }
  let store = StateStore<Workshop, WorkshopAction>(Workshop(), named: name, middleware: marking) { $0.reduce($1) }
  guard hasEffects else { return store }
  return store.effect(\.job, name: "job") { _, dispatch in Effect { dispatch(.finished("job")) } }
    .effect(\.search, name: "search") { _, dispatch in Effect { dispatch(.found) } }
}
