import ExampleTerminal
import Puredux
import PureduxQuery

/// Shows the shop: the list, or the details of a product.
enum ShopScreen {
  private static let nameWidth = 14
  private static let priceWidth = 6

  static func rows(_ shop: Shop, _ size: TerminalSize) -> [ScreenRow] {
    let network = shop.isOnline ? ScreenRow("online", .green) : ScreenRow("offline", .red)
    let unsent = shop.unsent == 0 ? ScreenRow("") : ScreenRow("   \(shop.unsent) not sent yet", .yellow)
    let head = [ScreenRow("Shop   ", .bold) + network + unsent, .empty]
    let keyText =
      shop.opened == nil
      ? "↑ ↓ move · enter details · l like · + − basket · o \(shop.isOnline ? "offline" : "online") · q quit"
      : "esc back · m more reviews · l like · + − basket · o \(shop.isOnline ? "offline" : "online") · q quit"
    let keys = ScreenRow(keyText, .dim).wrapped(columns: size.columns, at: " · ")
    let basket = ScreenRow("Basket: \(basket(shop))").wrapped(columns: size.columns, at: ", ")
    let height = size.rows - head.count - 1 - basket.count - keys.count
    let content = shop.opened.map { details($0, shop, columns: size.columns, rows: height) } ?? list(shop)
    return head + content + [.empty] + basket + keys
  }

  private static func list(_ shop: Shop) -> [ScreenRow] {
    if shop.ids.isEmpty { return [waiting(shop.catalogue[Shop.everything]?.failure)] }
    return shop.ids.enumerated().map { index, id in
      let row = ScreenRow(index == shop.selected ? "› " : "  ") + product(id, shop)
      return index == shop.selected ? row.filled(.inverse) : row
    }
  }

  private static func details(_ id: Int, _ shop: Shop, columns: Int, rows: Int) -> [ScreenRow] {
    let entry = shop.reviews[id]
    let reviews = (entry?.value?.items ?? []).flatMap { review in
      ScreenRow(review).wrapped(columns: columns - 4, at: " ").enumerated().map { index, row in
        ScreenRow(index == 0 ? "  " : "    ") + row
      }
    }
    let end: ScreenRow =
      if entry?.isFetching == true || entry?.failure != nil || entry?.value == nil {
        waiting(entry?.isFetching == true ? nil : entry?.failure)
      } else {
        ScreenRow(entry?.value?.next == nil ? "  no more reviews" : "  m more reviews", .dim)
      }
    // The last reviews, so that each further page is visible.
    return [product(id, shop), .empty] + reviews.suffix(max(rows - 3, 1)) + [end]
  }

  private static func product(_ id: Int, _ shop: Shop) -> ScreenRow {
    let entry = shop.products[id]
    guard let product = entry?.value else { return waiting(entry?.failure) }
    let cents = product.cents % 100
    let amount = "\(product.cents / 100).\(cents < 10 ? "0" : "")\(cents)"
    let price = String(repeating: " ", count: max(0, priceWidth - amount.count)) + amount
    let row =
      ScreenRow(product.name.column(cells: nameWidth) + " \(price)  ")
      + ScreenRow("\(product.isLiked ? "♥" : "♡") \(product.likes)", product.isLiked ? .red : .dim)
    return row + ScreenRow(mark(entry), .yellow)
  }

  /// A note if a value is unsent, outdated or uncertain.
  private static func mark(_ entry: QueryEntry<Int, Product>?) -> String {
    if entry?.isPending == true { return "  sending" }
    if entry?.isFetching == true { return "  refreshing" }
    return entry?.failure.map { "  \($0.text)" } ?? ""
  }

  private static func waiting(_ failure: Effect.Failure?) -> ScreenRow {
    failure.map { ScreenRow("  \($0.text)", .red) } ?? ScreenRow("  loading", .dim)
  }

  /// The whole basket, in the order of the list.
  static func basket(_ shop: Shop) -> String {
    let parts = shop.counts.sorted { $0.key < $1.key }.map { id, count in
      "\(count) \(shop.products.value(id)?.name ?? "of product \(id)")"
    }
    return (parts.isEmpty ? "empty" : parts.joined(separator: ", "))
      + (shop.basket.pending.isEmpty ? "" : " (not all sent)")
  }

  /// A line for each product, and one for the basket.
  static func lines(_ shop: Shop) -> [String] {
    shop.ids.map { product($0, shop).text } + ["Basket: \(basket(shop))"]
  }
}
