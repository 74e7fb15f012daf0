import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct TwoFeaturesTests {
  @Test func `the kitchen hands a dish to the waiter when the waiter is free`() {
    let store = TestStore { StateStore(feature: Restaurant()) { $0.reduce($1) } }
    store.send(.waiter(.order("soup"))) {
      $0.kitchen.orders = ["soup"]
      $0.kitchen.cooking.run()
    }
    store.send(.waiter(.order("pie"))) { $0.kitchen.orders = ["soup", "pie"] }
    store.advance(by: .milliseconds(100))
    store.receive(.kitchen(.cooked)) {
      $0.kitchen.orders = ["pie"]
      $0.kitchen.cooking.restart()
      $0.waiter.dish = "soup"
    }
    store.advance(by: .milliseconds(100))
    store.receive(.kitchen(.cooked)) {
      $0.kitchen.orders = []
      $0.kitchen.cooking.succeed()
      $0.kitchen.ready = ["pie"]
    }
    store.send(.waiter(.serve)) {
      $0.waiter.served = ["soup"]
      $0.waiter.dish = "pie"
      $0.kitchen.ready = []
    }
    store.send(.waiter(.serve)) {
      $0.waiter.served = ["soup", "pie"]
      $0.waiter.dish = nil
    }
    store.finish()
  }
}
