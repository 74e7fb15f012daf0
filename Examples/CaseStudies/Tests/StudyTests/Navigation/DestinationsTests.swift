import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct DestinationsTests {
  @Test func `a saved item is added, and its screen closes`() {
    let store = TestStore { StateStore(feature: Inventory()) { $0.reduce($1) } }
    store.send(.open(.add(NewItem()))) { $0.destination = .add(NewItem()) }
    store.send(.add(.save))
    store.send(.add(.typed("Lamp"))) { $0.destination = .add(NewItem(name: "Lamp")) }
    store.send(.add(.save)) {
      $0.items = ["Lamp"]
      $0.destination = .none
    }
    store.finish()
  }

  @Test func `another destination ends the work of the first`() {
    let store = TestStore { StateStore(feature: Inventory()) { $0.reduce($1) } }
    store.send(.open(.timer(EggTimer()))) { $0.destination = .timer(EggTimer()) }
    store.send(.timer(.startOrPause)) { $0.destination = .timer(EggTimer(isRunning: true)) }
    store.advance(by: .milliseconds(100))
    store.receive(.timer(.tick)) { $0.destination = .timer(EggTimer(left: 4, isRunning: true)) }
    store.send(.open(.add(NewItem()))) { $0.destination = .add(NewItem()) }
    store.advance(by: .seconds(1))
    store.send(.dismissed) { $0.destination = .none }
    store.finish()
  }
}
