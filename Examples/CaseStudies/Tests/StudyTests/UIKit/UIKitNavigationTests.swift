import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct UIKitNavigationTests {
  @Test func `one screen opens at once, and another when it is loaded`() {
    let store = TestStore { StateStore(feature: Places()) { $0.reduce($1) } }
    store.send(.open(1)) { $0.path = [1] }
    store.send(.openWhenLoaded(2)) {
      $0.wanted = 2
      $0.loading.restart()
    }
    store.advance(by: .milliseconds(200))
    store.receive(.loaded) {
      $0.path = [1, 2]
      $0.wanted = nil
      $0.loading.succeed()
    }
    store.send(.navigated(PathChange(from: [1, 2], to: [1]))) { $0.path = [1] }
    store.send(.showAbout) { $0.about = Places.Place(id: 0) }
    store.send(.aboutClosed(Places.Place(id: 0))) { $0.about = nil }
    store.finish()
  }
}
