import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct LoadThenNavigateTests {
  @Test func `the screen opens with its data`() {
    let store = TestStore { StateStore(feature: Library()) { $0.reduce($1) } }
    store.send(.tapped(1)) {
      $0.wanted = 1
      $0.loading.restart()
    }
    store.advance(by: .milliseconds(200))
    store.receive(.loaded(Library.Book(id: 1, text: "Article 1"))) {
      $0.book = Library.Book(id: 1, text: "Article 1")
      $0.wanted = nil
      $0.loading.succeed()
    }
    store.send(.closed(Library.Book(id: 1, text: "Article 1"))) { $0.book = nil }
    store.finish()
  }

  @Test func `a second tap cancels the loading, and a tap on another row replaces it`() {
    let store = TestStore { StateStore(feature: Library()) { $0.reduce($1) } }
    store.send(.tapped(1)) {
      $0.wanted = 1
      $0.loading.restart()
    }
    store.send(.tapped(2)) {
      $0.wanted = 2
      $0.loading.restart()
    }
    store.send(.tapped(2)) {
      $0.wanted = nil
      $0.loading.cancel()
    }
    store.advance(by: .seconds(1))
    store.finish()
  }
}
