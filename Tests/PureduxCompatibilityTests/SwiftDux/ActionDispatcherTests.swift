import PureduxTesting
import Testing

@testable import PureduxCompatibility

@Suite struct ActionDispatcherTests {
  private func makeStore(_ reports: Recorder<Misuse>) -> StateStore<Int, Int> {
    StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      StateStore(0) { (count: inout Int, action: Int) in count += action }
    }
  }

  @Test func `an action that the store does not accept is reported`() {
    let reports = Recorder<Misuse>()
    let store = makeStore(reports)
    ActionDispatcher(store)("no such action")
    #expect(reports.values.count == 1)
  }

  @Test func `a dispatch through an action dispatcher to a released store is reported too`() {
    let reports = Recorder<Misuse>()
    var store: StateStore? = makeStore(reports)
    let dispatcher = store.map { ActionDispatcher($0) }
    store = nil
    dispatcher?(1)
    _ = dispatcher?.startWork(of: 1)
    #expect(reports.values.count == 2)
  }
}
