import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct TimersTests {
  @Test func `the timer pauses, resumes, and stops at zero`() {
    let store = TestStore { StateStore(feature: EggTimer(left: 2)) { $0.reduce($1) } }
    store.send(.startOrPause) { $0.isRunning = true }
    store.advance(by: .milliseconds(100))
    store.receive(.tick) { $0.left = 1 }
    store.send(.startOrPause) { $0.isRunning = false }
    store.advance(by: .seconds(60))
    store.send(.startOrPause) { $0.isRunning = true }
    store.advance(by: .milliseconds(100))
    store.receive(.tick) {
      $0.left = 0
      $0.isRunning = false
    }
    store.send(.startOrPause)
    store.send(.reset) { $0 = EggTimer() }
    store.finish()
  }
}
