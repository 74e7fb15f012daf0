import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct AnimationsTests {
  @Test func `the tour visits each corner, a quarter of a second apart`() {
    let store = TestStore { StateStore(feature: Dot(x: 50, y: 50)) { $0.reduce($1) } }
    store.send(.tour) { $0.touring.restart() }
    for (x, y) in [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)] {
      store.receive(.move(x: x, y: y)) { ($0.x, $0.y) = (x, y) }
      store.advance(by: .milliseconds(250))
    }
    store.receive(.arrived) { $0.touring.succeed() }
    store.finish()
  }

  @Test func `a reset stops the tour`() {
    let store = TestStore { StateStore(feature: Dot()) { $0.reduce($1) } }
    store.send(.tour) { $0.touring.restart() }
    store.receive(.move(x: 0, y: 0))
    store.advance(by: .milliseconds(250))
    store.receive(.move(x: 100, y: 0)) { $0.x = 100 }
    store.send(.reset) {
      $0.touring.cancel()
      $0.x = 0
    }
    store.advance(by: .seconds(10))
    store.finish()
  }
}
