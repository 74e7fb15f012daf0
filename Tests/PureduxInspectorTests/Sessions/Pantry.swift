import PureduxCore

/// A state for stories.
struct Pantry: Codable, Sendable, Equatable {
  struct Item: Codable, Sendable, Equatable {
    var name: String
    var count: Int
  }

  enum Order: Codable, Sendable, Equatable {
    case byName
    case byCount(descending: Bool)
  }

  var items: [Item] = []
  var order = Order.byName
  var note: String?
  var prices: [String: Double] = [:]
  var total = 0

  mutating func reduce(_ action: PantryAction) {
    switch action {
    case .put(let item): items.append(item)
    case .sort(let order): self.order = order
    case .annotate(let note): self.note = note
    case .price(let name, let price): prices[name] = price
    case .count: total = items.map(\.count).reduce(0, +)
    }
  }
}

enum PantryAction: Codable, Sendable, Equatable {
  case put(Pantry.Item)
  case sort(Pantry.Order)
  case annotate(String?)
  case price(String, in: Double)
  case count
}

/// The reducer of the pantry, which a test may change.
enum PantryReducer {
  @TaskLocal static var isChanged = false
}

func makePantry(_ pantry: Pantry = Pantry()) -> StateStore<Pantry, PantryAction> {
  let isChanged = PantryReducer.isChanged
  let counting = ClosureMiddleware<Pantry, PantryAction> { action, store in
    if case .put = action { store.dispatch(.count) }
    return action
  }
  return StateStore(pantry, named: "pantry", runner: ManualRunner(), middleware: counting) { pantry, action in
    pantry.reduce(action)
    if isChanged, action == .annotate(nil) { pantry.note = "none" }
  }
}
