import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct RecursionTests {
  @Test func `a nested folder saves its name, and its work ends when it is removed`() {
    let store = TestStore { StateStore(feature: Folder(id: 0, name: "a")) { $0.reduce($1) } }
    store.send(.add) { $0.folders = [Folder(id: 0, name: "a.0")] }
    store.send(.folder(0, .add)) { $0.folders[id: 0]?.folders = [Folder(id: 0, name: "a.0.0")] }
    store.send(.folder(0, .folder(0, .rename("deep")))) {
      $0.folders[id: 0]?.folders[id: 0]?.name = "deep"
      $0.folders[id: 0]?.folders[id: 0]?.saving.restart()
    }
    store.advance(by: .milliseconds(100))
    store.receive(.folder(0, .folder(0, .saved))) { $0.folders[id: 0]?.folders[id: 0]?.saving.succeed() }
    store.send(.rename("top")) {
      $0.name = "top"
      $0.saving.restart()
    }
    store.send(.folder(0, .rename("gone"))) {
      $0.folders[id: 0]?.name = "gone"
      $0.folders[id: 0]?.saving.restart()
    }
    store.send(.remove(0)) { $0.folders = [] }
    store.advance(by: .milliseconds(100))
    store.receive(.saved) { $0.saving.succeed() }
    store.finish()
  }
}
