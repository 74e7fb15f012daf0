import Puredux
import PureduxQuery

typealias ShopStore = StateStore<Shop, Shop.Action>

extension Shop {
  static func makeStore(_ shop: Shop = Shop()) -> ShopStore { ShopStore(shop, named: "shop") { $0.reduce($1) } }
}

extension ShopStore {
  /// Sends requests to a server from now on, and uses the data that the state displays.
  func asking(_ ask: @escaping ShopRequest.Ask) -> ShopStore {
    let catalogue = queries({ $0.catalogue }, action: Shop.Action.catalogue, name: "catalogue") { _ in
      try await ask(.catalogue).catalogue
    }
    let products = queries({ $0.products }, action: Shop.Action.products, limit: 3, name: "product") { id in
      try await ask(.product(id)).product
    } send: { like, id in
      [like.product: try await ask(.like(like, key: id.text)).product]
    }
    let reviews = queries({ $0.reviews }, action: Shop.Action.reviews, name: "reviews") { id, cursor in
      try await ask(.reviews(id, from: cursor ?? 0)).reviews
    }
    let basket = queries({ $0.basket }, action: Shop.Action.basket, name: "basket") { _ in
      try await ask(.basket).basket
    } send: { edit, id in
      [Shop.everything: try await ask(.edit(edit, key: id.text)).basket]
    }
    // Visible data is in use: the list and the details share their products.
    return
      self
      .uses(catalogue) { _ in [Shop.everything] }
      .uses(basket) { _ in [Shop.everything] }
      .uses(products) { $0.ids }
      .uses(reviews) { $0.opened.map { [$0] } ?? [] }
  }
}
