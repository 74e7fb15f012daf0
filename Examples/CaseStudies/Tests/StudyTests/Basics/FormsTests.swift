import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct FormsTests {
  @Test func `the focus moves to the first invalid field`() {
    let store = TestStore { StateStore(feature: Registration()) { $0.reduce($1) } }
    store.send(.submit) { $0.focus = .email }
    store.send(.edit(.email("ada@example.com"))) { $0.email = "ada@example.com" }
    store.send(.submit) { $0.focus = .age }
    store.send(.edit(.age(36))) { $0.age = 36 }
    store.send(.submit) {
      $0.focus = nil
      $0.isDone = true
    }
    store.finish()
  }
}
