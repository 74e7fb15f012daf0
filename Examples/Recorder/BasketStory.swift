import Puredux
import PureduxTesting

/// The test that `story(of:)` generates from the basket's session, with one corrected expectation.
enum BasketStory {
  /// Runs the story with a reducer, and returns the failures.
  static func failures(isFixed: Bool) -> [String] {
    let failures = Recorder<String>()
    StoreContext.with {
      $0.failureReporter = FailureReporter { text, _ in failures.record(text) }
    } operation: {
      let store = TestStore { Basket.makeStore(isFixed: isFixed) }
      store.send(.add("milk", price: 2)) {
        $0.lines = [Basket.Line(name: "milk", price: 2, count: 1)]
        $0.total = 2
      }
      store.send(.add("bread", price: 3)) {
        $0.lines = [Basket.Line(name: "milk", price: 2, count: 1), Basket.Line(name: "bread", price: 3, count: 1)]
        $0.total = 5
      }
      store.send(.add("bread", price: 3)) {
        $0.lines = [Basket.Line(name: "milk", price: 2, count: 1), Basket.Line(name: "bread", price: 3, count: 2)]
        $0.total = 8
      }
      store.send(.add("tea", price: 4)) {
        $0.lines.append(Basket.Line(name: "tea", price: 4, count: 1))
        $0.total = 12
      }
      store.send(.remove("bread")) {
        $0.lines.remove(at: 1)
        $0.total = 6  // The session had 9.
      }
      store.finish()
    }
    return failures.values
  }
}
