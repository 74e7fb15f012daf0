import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct RefreshableTests {
  @Test func `a refresh returns when the headlines have been loaded`() async {
    let context = TestContext()
    let store = context.run {
      Dependencies.with {
        $0.headlines = { ["new"] }
      } operation: {
        StateStore(feature: Headlines()) { $0.reduce($1) }
      }
    }
    await context.runToEnd { await store.refresh() }
    #expect(store.state.lines == ["new"])
  }

  @Test func `a failure keeps the old headlines`() {
    let store = TestStore {
      Dependencies.with {
        $0.headlines = { throw Offline() }
      } operation: {
        StateStore(feature: Headlines(lines: ["old"])) { $0.reduce($1) }
      }
    }
    store.send(.refresh) { $0.loading.restart() }
    store.receive(.failed(Offline())) { $0.loading.fail(Offline()) }
    store.finish()
  }

  @Test func `stopping keeps the old headlines, and ends the work`() {
    let store = TestStore { StateStore(feature: Headlines(lines: ["old"])) { $0.reduce($1) } }
    store.send(.refresh) { $0.loading.restart() }
    store.send(.stop) { $0.loading.cancel() }
    store.advance(by: .seconds(1))
    store.finish()
  }
}
