import Foundation
import Puredux
import PureduxQuery

/// A request to the server.
enum ShopRequest: Codable, Sendable {
  typealias Ask = @Sendable (ShopRequest) async throws -> ShopAnswer

  case catalogue
  case product(Int)
  case reviews(Int, from: Int)
  case basket
  /// Changes have a key, so that a duplicate counts once.
  case like(Like, key: String)
  case edit(BasketEdit, key: String)
}

/// An answer of the server.
enum ShopAnswer: Codable, Sendable {
  case ids([Int])
  case one(Product)
  case page([String], next: Int?)
  case counts([Int: Int])
  /// The server will never perform the request.
  case refused
  case failed(String)

  /// The server could not answer, or cannot be reached.
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  private func thrown() -> any Error {
    switch self {
    case .refused: Refused()
    case .failed(let text): Failed(description: text)
    default: Failed(description: "The server sent an unexpected response.")
    }
  }

  var catalogue: [Int] {
    get throws { if case .ids(let ids) = self { ids } else { throw thrown() } }
  }
  var product: Product {
    get throws { if case .one(let product) = self { product } else { throw thrown() } }
  }
  var reviews: Pages<String, Int> {
    get throws { if case .page(let page, let next) = self { Pages(page, next: next) } else { throw thrown() } }
  }
  var basket: [Int: Int] {
    get throws { if case .counts(let counts) = self { counts } else { throw thrown() } }
  }
}

/// A server that fails every fourth request, and nevertheless performs half of the failing ones.
struct ShopServer: Sendable {
  private static let names = ["alder tea", "birch syrup", "cedar oil", "dill seeds", "elder juice", "fig jam"]
  private static let reviewCount = 23
  /// A product that nobody may like.
  static let refusing = 3

  private var products = names.enumerated().map { Product(name: $1, cents: 250 + 175 * $0, likes: 7 - $0) }
  private(set) var counts: [Int: Int] = [:]
  private var requests = 0
  /// The keys of the applied changes.
  private var taken: Set<String> = []
  let isFlaky: Bool

  init(isFlaky: Bool = true) { self.isFlaky = isFlaky }

  mutating func answer(_ request: ShopRequest) -> ShopAnswer {
    requests += 1
    guard isFlaky, requests % 4 == 0 else { return reply(to: request) }
    if requests % 8 == 0 { _ = reply(to: request) }
    return .failed("The server stumbled.")
  }

  private mutating func reply(to request: ShopRequest) -> ShopAnswer {
    switch request {
    case .catalogue: return .ids(Array(products.indices))
    case .product(let id): return product(id)
    case .reviews(let id, let start):
      let first = min(max(start, 0), Self.reviewCount)
      let numbers = first..<min(first + 5, Self.reviewCount)
      let page = numbers.map { Self.review($0, of: id) }
      return .page(page, next: numbers.upperBound < Self.reviewCount ? numbers.upperBound : nil)
    case .basket: return .counts(counts)
    case .like(let like, let key):
      guard products.indices.contains(like.product), like.product != Self.refusing else { return .refused }
      if taken.insert(key).inserted { like.apply(to: &products[like.product], of: like.product) }
      return product(like.product)
    case .edit(let edit, let key):
      guard products.indices.contains(edit.product), 0...99 ~= edit.count else { return .refused }
      if taken.insert(key).inserted { edit.apply(to: &counts, of: Shop.everything) }
      return .counts(counts)
    }
  }

  /// The text of a review, which is the same each time.
  private static func review(_ number: Int, of id: Int) -> String {
    let people = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"]
    let texts = ["as described, and quick to arrive", "good value", "the whole family likes it", "fine, but too sweet"]
    let stars = 5 - (number * 3 + id) % 4
    let text = texts[(number + id) % texts.count]
    return "\(String(repeating: "★", count: stars))\(String(repeating: "☆", count: 5 - stars)) "
      + "\(people[(number * 5 + id) % people.count]): \(text) (\(number + 1))"
  }

  private func product(_ id: Int) -> ShopAnswer {
    products.indices.contains(id) ? .one(products[id]) : .failed("There is no product \(id).")
  }
}
