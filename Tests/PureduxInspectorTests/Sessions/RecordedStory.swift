import Foundation
import PureduxTesting
import Testing

@Test func `pantry behaves as recorded`() throws {
  let store = TestStore { makePantry() }
  store.send(.put(Pantry.Item(name: "jam \"red\"", count: 2))) {
    $0.items = [Pantry.Item(name: "jam \"red\"", count: 2)]
  }
  store.receive(.count) {
    $0.total = 2
  }
  store.send(.sort(.byCount(descending: true))) {
    $0.order = .byCount(descending: true)
  }
  store.send(.annotate("buy\nmore")) {
    $0.note = "buy\nmore"
  }
  store.send(.annotate(nil)) {
    $0.note = nil
  }
  store.send(.price("jam", in: 2.5)) {
    $0.prices = ["jam": 2.5]
  }
  store.send(.sort(.byName)) {
    $0.order = .byName
  }
  store.finish()
}
