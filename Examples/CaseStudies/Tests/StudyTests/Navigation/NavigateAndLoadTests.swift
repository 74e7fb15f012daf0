import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct NavigateAndLoadTests {
  @Test func `the screen opens at once, and its text arrives later`() {
    let store = TestStore { StateStore(feature: Magazine()) { $0.reduce($1) } }
    store.send(.open(1)) { $0.article = Article(id: 1) }
    store.advance(by: .milliseconds(200))
    store.receive(.article(.loaded("Article 1"))) {
      $0.article?.text = "Article 1"
      $0.article?.loading.succeed()
    }
    store.send(.closed(1)) { $0.article = nil }
    store.finish()
  }

  @Test func `a screen that is left, or replaced, does not load`() {
    let store = TestStore { StateStore(feature: Magazine()) { $0.reduce($1) } }
    store.send(.open(1)) { $0.article = Article(id: 1) }
    store.send(.open(2)) { $0.article = Article(id: 2) }
    // The view of the first article may report its dismissal late.
    store.send(.closed(1))
    store.send(.closed(2)) { $0.article = nil }
    store.advance(by: .seconds(1))
    store.finish()
  }
}
