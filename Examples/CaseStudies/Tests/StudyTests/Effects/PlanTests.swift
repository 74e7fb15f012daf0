import Puredux
import PureduxTesting
import Testing

@testable import Studies

struct PlanTests {
  @Test func `the plan saves before it signs out`() {
    let store = TestStore { StateStore(feature: Account()) { $0.reduce($1) } }
    store.store.run(Account.signOut)
    store.receive(.leave) { $0.isLeaving = true }
    store.advance(by: .milliseconds(200))
    store.receive(.saved) {
      $0.saved = ["unsaved"]
      $0.draft = nil
    }
    store.receive(.left) { ($0.isLeaving, $0.isSignedIn) = (false, false) }
    store.finish()
  }

  @Test func `a cancelled plan does not sign out`() {
    let store = TestStore { StateStore(feature: Account()) { $0.reduce($1) } }
    let run = store.store.run(Account.signOut)
    store.receive(.leave) { $0.isLeaving = true }
    run.cancel()
    store.advance(by: .seconds(1))
    store.finish()
    #expect(store.state.isSignedIn)
  }
}
