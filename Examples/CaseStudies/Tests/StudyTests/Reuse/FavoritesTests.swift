import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct FavoritesTests {
  @Test func `a heart changes at once, and stays if the server agrees`() {
    let store = TestStore { StateStore(feature: Songs()) { $0.reduce($1) } }
    store.send(.favorite(1, .tapped)) {
      $0.songs[id: 1]?.favorite.isOn = true
      $0.songs[id: 1]?.favorite.sending.restart()
    }
    store.advance(by: .milliseconds(150))
    store.receive(.favorite(1, .confirmed)) { $0.songs[id: 1]?.favorite.sending.succeed() }
    store.finish()
  }

  @Test func `a heart changes back if the server refuses`() {
    let store = TestStore { StateStore(feature: Favorite(subject: 2)) { $0.reduce($1) } }
    store.send(.tapped) {
      $0.isOn = true
      $0.sending.restart()
    }
    store.advance(by: .milliseconds(150))
    store.receive(.refused(Offline())) {
      $0.isOn = false
      $0.sending.fail(Offline())
      $0.notice = Dialog("That did not work.", choices: [])
    }
    store.send(.noticed) { $0.notice = nil }
    store.finish()
  }
}
