import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct LongLivingWorkTests {
  @Test func `notifications are counted while the screen is open`() {
    let (stream, notifications) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore {
      Dependencies.with {
        $0.screenshots = { stream }
      } operation: {
        StateStore(feature: Gallery()) { $0.reduce($1) }
      }
    }
    store.send(.open) { $0.screenshots = Screenshots() }
    for count in 1...2 {
      notifications.yield()
      store.receive(.screenshots(.taken)) { $0.screenshots?.count = count }
    }
    store.send(.close) { $0.screenshots = nil }
    notifications.yield()
    store.finish()
  }
}
