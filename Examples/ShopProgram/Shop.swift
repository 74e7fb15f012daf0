import Puredux
import PureduxQuery

/// A product of the shop.
struct Product: Codable, Hashable, Sendable {
  var name: String
  var cents: Int
  var likes = 0
  var isLiked = false
}

/// A like, which is shown at once; the server may refuse it.
struct Like: PendingChange, Codable, Hashable {
  let product: Int
  let isLiked: Bool

  var keys: [Int] { [product] }

  func apply(to product: inout Product, of key: Int) {
    guard product.isLiked != isLiked else { return }
    product.isLiked = isLiked
    product.likes += isLiked ? 1 : -1
  }
}

/// The new quantity of a product in the basket. It can be edited offline, and is sent later.
struct BasketEdit: PendingChange, Codable, Hashable {
  let product: Int
  let count: Int

  /// There is one basket, so its edits are sent one after another.
  var keys: [String] { [Shop.everything] }
  func apply(to counts: inout [Int: Int], of key: String) { counts[product] = count == 0 ? nil : count }
}

/// The whole state: the data from the server, and the contents of the screen.
struct Shop: Sendable {
  /// The key of data that exists once.
  static let everything = "all"
  private static let retry = RetryPolicy(maxAttempts: 4, base: 0.2, cap: 1)
  private static let sending = RetryPolicy(maxAttempts: .max, base: 0.2, cap: 3)

  var catalogue = QueryState<String, [Int]>(QueryPolicy(staleAfter: .seconds(60), retry: retry))
  var products = EditableQueryState<Like>(QueryPolicy(staleAfter: .seconds(30), retry: retry), sending: sending)
  var reviews = QueryState<Int, Pages<String, Int>>(
    QueryPolicy(staleAfter: .seconds(60), keepUnused: .seconds(30), retry: retry))
  var basket = EditableQueryState<BasketEdit>(QueryPolicy(staleAfter: .seconds(30), retry: retry), sending: sending)
  /// The row of the cursor.
  var selected = 0
  /// The product whose details are shown.
  var opened: Int?
  var isOnline = true

  /// The data that is saved when the program ends: the data from the server, and the unsent changes.
  struct Saved: Codable, Sendable {
    var catalogue: QueryState<String, [Int]>
    var products: EditableQueryState<Like>
    var basket: EditableQueryState<BasketEdit>
  }

  var saved: Saved {
    get { Saved(catalogue: catalogue, products: products, basket: basket) }
    set { (catalogue, products, basket) = (newValue.catalogue, newValue.products, newValue.basket) }
  }

  enum Action: Codable, Sendable {
    case catalogue(QueryAction<String, [Int]>)
    case products(EditableQueryAction<Like>)
    case reviews(QueryAction<Int, Pages<String, Int>>)
    case basket(EditableQueryAction<BasketEdit>)
    case move(Int)
    case open, close
    /// Likes the marked product, or removes the like.
    case like
    /// Adds this many of the marked product to the basket.
    case put(Int)
    case moreReviews
    case setOnline(Bool)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .catalogue(let action): catalogue.reduce(action)
    case .products(let action): products.reduce(waiting(action))
    case .reviews(let action): reviews.reduce(action)
    case .basket(let action): basket.reduce(waiting(action))
    case .move(let rows): selected = min(max(selected + rows, 0), max(ids.count - 1, 0))
    case .open: opened = marked
    case .close: opened = nil
    case .like:
      guard let id = marked, let product = products.value(id) else { return }
      products.add(Like(product: id, isLiked: !product.isLiked))
    case .put(let more):
      guard let id = marked else { return }
      basket.add(BasketEdit(product: id, count: max((counts[id] ?? 0) + more, 0)))
    case .moreReviews: if let opened { reviews.reduce(.more(opened)) }
    case .setOnline(let isOnline):
      self.isOnline = isOnline
      guard isOnline else { return }
      catalogue.refetchStale()
      products.refetchStale()
      reviews.refetchStale()
      basket.refetchStale()
      products.resend()
      basket.resend()
    }
  }

  /// Without a network, a change that could not be sent waits until the network is back, and is not retried until then.
  private func waiting<Change>(_ action: EditableQueryAction<Change>) -> EditableQueryAction<Change> {
    guard !isOnline, case .notSent(let id, let failure, _) = action else { return action }
    return .notSent(id, failure, isWorthRetrying: false)
  }

  /// The products of the list, in order.
  var ids: [Int] { catalogue.value(Self.everything) ?? [] }
  /// The product that keys apply to.
  var marked: Int? { opened ?? (ids.indices.contains(selected) ? ids[selected] : nil) }
  /// The displayed quantity of each product in the basket. Until the basket has arrived, these are the edits alone.
  var counts: [Int: Int] {
    if let counts = basket.value(Self.everything) { return counts }
    return basket.pending(on: Self.everything).reduce(into: [:]) { $1.apply(to: &$0, of: Self.everything) }
  }
  /// The number of changes that the server has not confirmed.
  var unsent: Int { products.pending.count + basket.pending.count }
}
