import PureduxTesting
import Testing

@testable import PureduxBindings

@Suite struct ActionDispatcherTests {
  @Test func `an action that the store does not accept is reported`() {
    let reports = Recorder<Misuse>()
    let store = StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      Counting.store()
    }
    ActionDispatcher(store)("no such action")
    #expect(reports.values.count == 1)
  }
}
