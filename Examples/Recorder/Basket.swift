import Puredux

/// The items that a customer is about to buy.
struct Basket: Codable, Sendable, Equatable {
  struct Line: Codable, Sendable, Equatable {
    var name: String
    var price: Int
    var count = 1
  }

  var lines: [Line] = []
  var total = 0

  /// Whether the total is that of the lines.
  var isRight: Bool { total == lines.reduce(0) { $0 + $1.price * $1.count } }

  /// - Parameter isFixed: Whether the bug is fixed.
  mutating func reduce(_ action: BasketAction, isFixed: Bool) {
    switch action {
    case .add(let name, let price):
      total += price
      if let index = lines.firstIndex(where: { $0.name == name }) {
        lines[index].count += 1
      } else {
        lines.append(Line(name: name, price: price))
      }
    case .remove(let name):
      guard let index = lines.firstIndex(where: { $0.name == name }) else { return }
      let line = lines.remove(at: index)
      // The bug: a line may represent several items.
      total -= isFixed ? line.price * line.count : line.price
    }
  }

  static func makeStore(isFixed: Bool) -> StateStore<Basket, BasketAction> {
    StateStore(Basket(), named: "basket") { $0.reduce($1, isFixed: isFixed) }
  }
}

enum BasketAction: Codable, Sendable, Equatable {
  case add(String, price: Int)
  case remove(String)
}
