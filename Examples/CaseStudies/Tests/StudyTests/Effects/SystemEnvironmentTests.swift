import Foundation
import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct SystemEnvironmentTests {
  @Test func `an entry has the time and the identity of its context`() {
    let noon = Date(timeIntervalSince1970: 43_200)
    let store = TestStore {
      Dependencies.with {
        $0.now = { noon }
      } operation: {
        StateStore(feature: Diary()) { $0.reduce($1) }
      }
    }
    // The description draws the same identities as the reducer.
    store.send(.write("Dear diary")) { $0.entries = [.init(id: Identity(), time: noon, text: "Dear diary")] }
    store.send(.write("Again")) { $0.entries.append(.init(id: Identity(), time: noon, text: "Again")) }
    store.finish()
  }
}
