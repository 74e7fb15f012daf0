// The declarations that the examples in the comments of the queries use.
import PureduxCore
import PureduxEffects
import PureduxQuery

#if canImport(SwiftUI)
  import SwiftUI
#endif

struct Product: Identifiable, Codable, Sendable {
  let id: Int
  var name = ""
  var tags: [QueryTag] = []
  var isLiked = false
  var isSold = false
}

struct Review: Identifiable, Sendable {
  let id: Int
  var text = ""
}

struct Like: PendingChange, Codable {
  let product: Product.ID
  let isLiked: Bool

  var keys: [Product.ID] { [product] }
  func apply(to product: inout Product, of key: Product.ID) { product.isLiked = isLiked }
}

enum BasketChange: PendingChange {
  case add(Product.ID)

  var keys: [String] { ["basket"] }
  func apply(to basket: inout [Product.ID], of key: String) { if case .add(let id) = self { basket.append(id) } }
}

struct Details: Sendable {
  var shown: Product.ID?

  mutating func reduce(_ action: ShopAction) {}
}

enum ShopAction: Sendable {
  case products(QueryAction<Product.ID, Product>)
  case bought
}

enum LikeAction: Sendable {
  case products(EditableQueryAction<Like>)
  case liked(Product.ID)
}

enum CatalogAction: Sendable {
  case reviews(QueryAction<Product.ID, Pages<Review, Int>>)
}

struct ShopState: Sendable { var products = QueryState<Product.ID, Product>() }
struct LikeState: Sendable { var products = EditableQueryState<Like>() }
struct Catalog: Sendable { var reviews = QueryState<Product.ID, Pages<Review, Int>>() }

enum api {
  static func product(_ id: Product.ID) async throws -> Product { Product(id: id) }
  static func reviews(of id: Product.ID, from cursor: Int) async throws -> Pages<Review, Int> {
    Pages([], next: nil)
  }
  static func like(_ id: Product.ID, _ isLiked: Bool, idempotencyKey: String) async throws -> Product {
    Product(id: id)
  }
}

enum network {
  static func becameReachable() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}

let store = StateStore<ShopState, ShopAction>(ShopState()) { _, _ in }
let shop = store
let likes = StateStore<LikeState, LikeAction>(LikeState()) { _, _ in }
let catalog = StateStore<Catalog, CatalogAction>(Catalog()) { _, _ in }
let products = store.queries({ $0.products }, action: ShopAction.products) { id in try await api.product(id) }

func show(_ product: Product?, _ isFetching: Bool = false, _ failure: Effect.Failure? = nil) {}

#if canImport(SwiftUI)
  let id = 7
  let product = 7
  let pages = Pages<Review, Int>([], next: nil)
  let reviews = catalog.queries({ $0.reviews }, action: CatalogAction.reviews) { id, cursor in
    try await api.reviews(of: id, from: cursor ?? 0)
  }
  @MainActor let list = List { Text("") }
#endif
