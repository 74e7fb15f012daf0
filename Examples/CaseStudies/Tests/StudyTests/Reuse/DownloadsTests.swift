import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct DownloadsTests {
  @Test func `a download progresses, and is deleted after a question`() {
    let store = TestStore { StateStore(feature: Download()) { $0.reduce($1) } }
    store.send(.tapped) { $0.loading.run() }
    for percent in [25, 50, 75, 100] {
      store.advance(by: .milliseconds(100))
      store.receive(.progress(percent)) { $0.percent = percent }
    }
    store.receive(.done) { $0.loading.succeed() }
    store.send(.tapped) {
      $0.question = Dialog(
        "Delete it?", choices: [.init("Delete", role: .destructive, action: true), .init("Keep")])
    }
    store.send(.answered(nil)) { $0.question = nil }
    #expect(store.state.loading.isSuccess)
    store.finish()
  }

  @Test func `each city has a download, which a second tap cancels`() {
    let store = TestStore { StateStore(feature: Atlas()) { $0.reduce($1) } }
    store.send(.map("Oslo", .tapped)) { $0.maps["Oslo"]?.loading.run() }
    store.advance(by: .milliseconds(100))
    store.receive(.map("Oslo", .progress(25))) { $0.maps["Oslo"]?.percent = 25 }
    store.send(.map("Oslo", .tapped)) {
      $0.maps["Oslo"]?.percent = 0
      $0.maps["Oslo"]?.loading.cancel()
    }
    store.advance(by: .seconds(1))
    store.finish()
  }
}
