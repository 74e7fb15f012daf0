import Foundation
import PureduxTesting
import Testing

@Test func `a part of the pantry behaves as recorded`() throws {
  let beginning: Pantry = Pantry(items: [], order: .byName, note: "milk", prices: [:], total: 0)
  let store = TestStore { makePantry(beginning) }
  store.send(.put(Pantry.Item(name: "jam", count: 2))) {
    $0.items = [Pantry.Item(name: "jam", count: 2)]
  }
  store.receive(.count) {
    $0.total = 2
  }
  store.send(.price("jam", in: 2.5)) {
    $0.prices = ["jam": 2.5]
  }
  store.send(.sort(.byCount(descending: true))) {
    $0.order = .byCount(descending: true)
  }
  store.finish()
}
