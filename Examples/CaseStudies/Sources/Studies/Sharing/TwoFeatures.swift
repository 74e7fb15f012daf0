import Puredux

/// Takes orders, and serves one dish at a time.
struct Waiter: Feature, Equatable {
  enum Action: Equatable, Sendable { case order(String), serve }
  enum Outcome: Equatable, Sendable { case ordered(String), isFree }

  var served: [String] = []
  var dish: String?

  mutating func reduce(_ action: Action) -> Outcome? {
    switch action {
    case .order(let dish): return .ordered(dish)
    case .serve:
      guard let dish else { return nil }
      served.append(dish)
      self.dish = nil
      return .isFree
    }
  }
}

/// Cooks one dish after another, and hands each to the waiter when the waiter is free.
struct Kitchen: Feature, Equatable {
  enum Action: Equatable, Sendable { case cooked }

  var orders: [String] = []
  var ready: [String] = []
  var cooking = Effect.State.idle()

  mutating func add(_ order: String) {
    orders.append(order)
    cooking.run()
  }

  /// The waiter is another part of the parent, which passes it as an `inout` parameter.
  mutating func reduce(_ action: Action, _ waiter: inout Waiter) {
    cooking.succeed()
    ready.append(orders.removeFirst())
    if !orders.isEmpty { cooking.run() }
    hand(to: &waiter)
  }

  mutating func hand(to waiter: inout Waiter) {
    if waiter.dish == nil, !ready.isEmpty { waiter.dish = ready.removeFirst() }
  }

  static let effects: Effects = [
    .effect(\.cooking, name: "cook") { _, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.milliseconds(100))
        dispatch(.cooked)
      }
    }
  ]
}

/// The parent connects both features; neither depends on the other's actions.
struct Restaurant: Feature, Equatable {
  enum Action: Equatable, Sendable { case waiter(Waiter.Action), kitchen(Kitchen.Action) }

  var waiter = Waiter()
  var kitchen = Kitchen()

  mutating func reduce(_ action: Action) {
    switch action {
    case .kitchen(let action): kitchen.reduce(action, &waiter)
    case .waiter(let action):
      switch waiter.reduce(action) {
      case .ordered(let dish): kitchen.add(dish)
      case .isFree: kitchen.hand(to: &waiter)
      case nil: break
      }
    }
  }

  static let effects: Effects = [.part(\.kitchen, Action.kitchen)]
}

#if canImport(SwiftUI)
  import SwiftUI

  struct RestaurantView: View {
    let store: StateStore<Restaurant, Restaurant.Action>

    var body: some View {
      StoreView(store) { restaurant, dispatch in
        Text("\(restaurant.kitchen.orders.count) orders")
        Button("Order soup") { dispatch(.waiter(.order("soup"))) }
        if let dish = restaurant.waiter.dish { Button("Serve \(dish)") { dispatch(.waiter(.serve)) } }
      }
    }
  }
#endif

extension Study {
  static let twoFeatures = Study("two-features", .sharing, "Two features that talk to each other, in one turn") {
    let stage = Stage(StateStore(feature: Restaurant()) { $0.reduce($1) }) {
      "orders \($0.kitchen.orders), ready \($0.kitchen.ready), in hand \($0.waiter.dish ?? "-"), \($0.waiter.served)"
    }
    await stage.send(.waiter(.order("soup")))
    await stage.send(.waiter(.order("pie")))
    await stage.wait { $0.kitchen.ready == ["pie"] }
    await stage.send(.waiter(.serve))
    await stage.send(.waiter(.serve))
  }
}
