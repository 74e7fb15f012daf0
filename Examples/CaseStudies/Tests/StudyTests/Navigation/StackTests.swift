import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct StackTests {
  @Test func `each screen has its own work, which ends when it is left`() {
    let store = TestStore { StateStore(feature: Levels()) { $0.reduce($1) } }
    store.send(.push) { $0.path = [Level(id: 1)] }
    store.advance(by: .milliseconds(100))
    store.receive(.level(1, .tick)) { $0.path[id: 1]?.ticks = 1 }
    store.send(.push) { $0.path.append(Level(id: 2)) }
    store.advance(by: .milliseconds(100))
    store.receive(.level(1, .tick)) { $0.path[id: 1]?.ticks = 2 }
    store.receive(.level(2, .tick)) { $0.path[id: 2]?.ticks = 1 }
    store.send(.navigated(PathChange(from: [1, 2], to: []))) { $0.path = [] }
    store.advance(by: .seconds(1))
    store.finish()
  }
}
