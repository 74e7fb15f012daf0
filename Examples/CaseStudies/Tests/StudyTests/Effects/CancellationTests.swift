import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct CancellationTests {
  @Test func `only the last text is searched for`() {
    let store = TestStore { StateStore(feature: Search()) { $0.reduce($1) } }
    store.send(.typed("t")) {
      $0.text = "t"
      $0.searching.restart(delay: 0.3)
    }
    store.advance(by: .milliseconds(200))
    store.send(.typed("to")) {
      $0.text = "to"
      $0.searching.restart(delay: 0.3)
    }
    store.advance(by: .milliseconds(300))
    store.receive(.found(["toast"])) {
      $0.hits = ["toast"]
      $0.searching.succeed()
    }
    store.finish()
  }

  @Test func `a stopped search finds nothing`() {
    let store = TestStore { StateStore(feature: Search()) { $0.reduce($1) } }
    store.send(.typed("t")) {
      $0.text = "t"
      $0.searching.restart(delay: 0.3)
    }
    store.send(.stop) { $0.searching.cancel() }
    store.advance(by: .seconds(3600))
    store.finish()
  }
}
