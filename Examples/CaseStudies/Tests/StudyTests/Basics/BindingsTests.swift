import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct BindingsTests {
  @Test func `the volume stays within its limits, and raising it unmutes the player`() {
    let store = TestStore { StateStore(feature: Player()) { $0.reduce($1) } }
    store.send(.named("Kitchen")) { $0.name = "Kitchen" }
    store.send(.muted(true)) { $0.isMuted = true }
    store.send(.volume(12)) {
      $0.volume = 10
      $0.isMuted = false
    }
    store.finish()
  }
}
