import PureduxDependencies
import PureduxTesting
import Testing

extension Dependencies {
  @DependencyEntry fileprivate var deviceID: Identity = Identity()
  @DependencyEntry fileprivate var installationID: Identity = Identity()
}

/// Identities that the default of an entry draws, once for the process.
@Suite struct DefaultIdentityTests {
  private static func makeStore() -> StateStore<[Identity], Bool> {
    StateStore<[Identity], Bool>([]) { ids, isInstallation in
      ids = [isInstallation ? Dependencies[\.installationID] : Dependencies[\.deviceID], Identity()]
    }
  }

  @Test func `come from the process, although a reducer with recorded identities is the first to read the entry`() {
    let recorded = "000000000000002a0000000000000001"
    let store = TestStore(Self.makeStore)
    store.context.provideInputs([.identity(recorded)], forAction: 1)
    store.send(false, .partial)
    store.finish()
    #expect(store.state.map { $0.text == recorded } == [false, true])
  }

  @Test func `come from the process, and equal no identity of another test`() {
    let stores = (0..<2).map { _ in TestStore(Self.makeStore) }
    for store in stores { store.send(true, .partial) }
    let (first, second) = (stores[0].state, stores[1].state)
    #expect(first[0] == second[0] && first[1] == second[1] && first[0] != first[1])
    let others = TestStore {
      StateStore<[Identity], Int>([]) { ids, count in ids = (0..<count).map { _ in Identity() } }
    }
    others.send(100, .partial)
    #expect(!others.state.contains(first[0]))
    for store in stores { store.finish() }
    others.finish()
  }
}
