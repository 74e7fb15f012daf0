import Puredux
import PureduxQuery

typealias ShopStore = StateStore<Shop, Shop.Action>

extension Shop {
  /// A store that sends requests to a server, and uses the data that its state displays.
  static func makeStore(_ ask: @escaping ShopRequest.Ask, _ shop: Shop = Shop()) -> ShopStore {
    let store = ShopStore(shop, named: "shop") { $0.reduce($1) }
    let catalogue = store.queries({ $0.catalogue }, action: Action.catalogue, name: "catalogue") { _ in
      try await ask(.catalogue).catalogue
    }
    let products = store.queries({ $0.products }, action: Action.products, limit: 3, name: "product") { id in
      try await ask(.product(id)).product
    } send: { like, id in
      [like.product: try await ask(.like(like, key: id.text)).product]
    }
    let reviews = store.queries({ $0.reviews }, action: Action.reviews, name: "reviews") { id, cursor in
      try await ask(.reviews(id, from: cursor ?? 0)).reviews
    }
    let basket = store.queries({ $0.basket }, action: Action.basket, name: "basket") { _ in
      try await ask(.basket).basket
    } send: { edit, id in
      [Shop.everything: try await ask(.edit(edit, key: id.text)).basket]
    }
    // Visible data is in use: the list and the details share their products.
    return
      store
      .uses(catalogue) { _ in [Shop.everything] }
      .uses(basket) { _ in [Shop.everything] }
      .uses(products) { $0.ids }
      .uses(reviews) { $0.opened.map { [$0] } ?? [] }
  }
}
