import PureduxPersistence
import PureduxTesting
import Testing

/// Persists parts of a state and the own states of children; persisting a projection is misuse.
@Suite struct PersistPartsTests: PersistedStores {
  let clock = TestClock()
  let storage = WatchedStorage()
  let problems = Recorder<PersistenceError>()

  @Test func `a part is saved alone, and restored into the state`() async {
    let store = counter()
    let persistence = store.persist(\.count, in: archive(), removeDuplicates: .equal { $0.count })
    await store.send(3)
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":3,"version":1}"#)
    let next = self.store(App(count: 0, draft: "kept")) { $0.count += $1 }
    next.persist(\.count, in: archive(WatchedStorage(storage.text)))
    await next.settled()
    #expect(next.state == App(count: 3, draft: "kept"))
  }

  @Test func `a child store's own state is saved alone, and restored`() async {
    let child = counter().with([0]) { $0.append($1) }
    let persistence = child.persist(in: archive(WatchedStorage(#"{"state":[4],"version":1}"#)))
    await child.send(5)
    #expect(child.state.0.count == 5 && child.state.1 == [4, 5])
    #expect(await persistence.flush())
  }

  @Test func `a new child in an older tree is saved when it changes, and not before`() async {
    let base = counter()
    await base.send(1)
    let child = base.with([0]) { $0.append($1) }
    let persistence = child.persist(in: archive())
    #expect(await persistence.flush())
    #expect(storage.text == nil)
    await child.send(5)
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":[0,5],"version":1}"#)
  }

  @Test func `a child's changes before it was persisted are saved`() async {
    let base = counter()
    await base.send(1)
    let child = base.with([0]) { $0.append($1) }
    await child.send(5)
    let persistence = child.persist(in: archive())
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":[0,5],"version":1}"#)
  }

  @Test func `a projection is reported, because there is no state of its own to restore`() async {
    let told = Recorder<Misuse>()
    let store = StoreContext.with {
      $0.misuseReporter = told.reporter
    } operation: {
      counter()
    }
    store.map(state: \.count).persist(in: archive())
    #expect(told.values.first?.whatHappened.hasPrefix("`persist` was called on a projection") == true)
  }

  @Test func `a projection of the same type is reported, and not restored`() async {
    let told = Recorder<Misuse>()
    let base = StoreContext.with {
      $0.misuseReporter = told.reporter
    } operation: {
      store([1, 2, 3]) { $0.append($1) }
    }
    let child = base.with([4]) { $0.append($1) }
    let parts: [StateStore<[Int], Int>] = [
      base.map(state: { list in list.filter { $0 > 2 } }), child.map(state: \.1), child.map(state: { $0.0 }),
    ]
    let others = parts.compactMap { $0.weak().strong() } + parts.map { $0.map(actions: { (number: Int) in number }) }
    for part in parts + others { part.persist(in: archive(WatchedStorage(#"{"state":[9],"version":1}"#))) }
    await base.settled()
    #expect(child.state.0 == [1, 2, 3] && child.state.1 == [4])
    #expect(told.values.count == 9)
  }

  @Test func `a store with other actions is restored, because it shows the state unchanged`() async {
    let base = store([0]) { $0.append($1) }
    let other = base.map(actions: { (text: String) in text.count })
    other.persist(in: archive(WatchedStorage(#"{"state":[9],"version":1}"#)))
    await base.settled()
    #expect(base.state == [9])
  }
}
