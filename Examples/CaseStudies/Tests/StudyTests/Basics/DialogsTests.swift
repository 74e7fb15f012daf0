import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct DialogsTests {
  @Test func `an answer is applied, and closes the dialog`() {
    let store = TestStore { StateStore(feature: Basket()) { $0.reduce($1) } }
    store.send(.askToEmpty) {
      $0.question = Dialog(
        "Empty the basket?", message: "It contains 2 items.",
        choices: [
          .init("Empty it", role: .destructive, action: .empty), .init("Keep one", action: .keepOne),
          .init("Cancel", role: .cancel),
        ])
    }
    store.send(.answered(.keepOne)) {
      $0.question = nil
      $0.count = 1
    }
    store.finish()
  }

  @Test func `a notice has only an OK button`() {
    let store = TestStore { StateStore(feature: Basket(count: 0)) { $0.reduce($1) } }
    store.send(.pay) { $0.notice = Dialog("The basket is empty.", choices: []) }
    #expect(store.state.notice?.choices.map(\.title) == ["OK"])
    store.send(.noticed) { $0.notice = nil }
    store.finish()
  }
}
