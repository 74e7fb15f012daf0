import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

/// The saved state was unreadable when the store was created, and becomes readable later.
@Suite struct LateRestoringTests: PersistedStores {
  let clock = TestClock()
  let storage = WatchedStorage(#"{"state":[7],"version":1}"#)
  let problems = Recorder<PersistenceError>()

  private func list() -> StateStore<[Int], Int> { store([0]) { $0.append($1) } }

  @Test func `a state that is unreadable at the start is neither overwritten nor moved, and is restored later`()
    async
  {
    storage.refuseReading(.notPermitted)
    let store = list()
    let persistence = store.persist(in: archive(), pace: SavingPace(debounce: .seconds(1)))
    await store.send(1)
    #expect(store.state == [0, 1])
    #expect(await !persistence.flush())
    #expect(storage.memory.read() == Data(#"{"state":[7],"version":1}"#.utf8) && storage.memory.aside.isEmpty)
    storage.refuseReading(nil)
    #expect(await persistence.flush())
    #expect(store.state == [7])
    await store.send(2)
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":[7,2],"version":1}"#)
    #expect(Set(problems.kinds()) == [.notPermitted])
  }

  @Test func `reading is retried automatically after 1, 2 and 4 seconds`() async {
    storage.refuseReading(.failed)
    let store = list()
    store.persist(in: archive())
    await store.settled()
    for (wait, since) in [(1, 0), (2, 1), (4, 3)] {
      await clock.untilAsleep()
      #expect(clock.nextDeadline?.offset == .seconds(since + wait))
      if wait == 4 { storage.refuseReading(nil) }
      clock.advance(by: .seconds(wait))
    }
    let restored = Recorder<[Int]>()
    let subscription = store.subscribe { if $0 == [7] { restored.record($0) } }
    _ = await restored.values(count: 1)
    subscription.cancel()
    #expect(storage.text == #"{"state":[7],"version":1}"#)
  }

  @Test func `the application may keep its own state`() async {
    storage.refuseReading(.notPermitted)
    let store = list()
    let persistence = store.persist(in: archive(), late: .keepCurrent)
    await store.send(1)
    storage.refuseReading(nil)
    #expect(await persistence.flush())
    #expect(store.state == [0, 1])
    #expect(storage.text == #"{"state":[0,1],"version":1}"#)
    #expect(storage.memory.aside.isEmpty)
  }

  @Test func `the application may merge both states`() async {
    storage.refuseReading(.notPermitted)
    let store = list()
    let persistence = store.persist(in: archive(), late: .merge { saved, current in saved + current.dropFirst() })
    await store.send(1)
    storage.refuseReading(nil)
    #expect(await persistence.flush())
    #expect(store.state == [7, 1])
    #expect(storage.text == #"{"state":[7,1],"version":1}"#)
  }

  @Test func `actions dispatched while a late state is read are reduced after it, and saved`() async {
    storage.refuseReading(.notPermitted)
    let store = list()
    let persistence = store.persist(in: archive())
    await store.settled()
    storage.refuseReading(nil) { store.dispatch(5) }
    #expect(await persistence.flush())
    await store.settled()
    #expect(await persistence.flush())
    #expect(store.state == [7] || store.state == [7, 5])
    #expect(storage.text == #"{"state":\#(store.state),"version":1}"#.replacingOccurrences(of: ", ", with: ","))
  }

  @Test func `a part can be restored late too, and the rest of the state stays`() async {
    let storage = WatchedStorage(#"{"state":3,"version":1}"#)
    storage.refuseReading(.notPermitted)
    let store = self.store(App(count: 1, draft: "kept")) { $0.count += $1 }
    let persistence = store.persist(\.count, in: archive(storage), late: .merge { $0 + $1 })
    await store.send(1)
    storage.refuseReading(nil)
    #expect(await persistence.flush())
    #expect(store.state == App(count: 5, draft: "kept"))
    #expect(storage.text == #"{"state":5,"version":1}"#)
  }

  @Test func `a store released before its state could be read leaves the saved state unchanged`() async {
    for late in [LateRestoring<[Int]>.replaceCurrent, .merge { saved, current in saved + current }] {
      let storage = WatchedStorage(#"{"state":[7],"version":1}"#)
      storage.refuseReading(.notPermitted)
      var store: StateStore<[Int], Int>? = list()
      let persistence = store?.persist(in: archive(storage), late: late)
      await store?.send(1)
      store = nil
      #expect(await persistence?.flush() == false)
      #expect(storage.text == #"{"state":[7],"version":1}"#)
      storage.refuseReading(nil)
      #expect(await persistence?.flush() == true)
      if case .merge = late {
        #expect(storage.text == #"{"state":[7,0,1],"version":1}"#)
      } else {
        #expect(storage.text == #"{"state":[7],"version":1}"#)
      }
    }
  }

  @Test func `a store that was created without its unreadable state gets the state later`() async {
    storage.refuseReading(.failed)
    let archive: Archive<[Int]> = archive()
    let store = self.store(archive.restore() ?? [0]) { $0.append($1) }
    storage.refuseReading(nil)
    let persistence = store.persist(in: archive)
    #expect(await persistence.flush())
    #expect(store.state == [7])
  }

  @Test func `another writer's save is restored, and not overwritten`() async {
    let shared = MemoryStorage()
    let store = list()
    let saving = Archive<[Int]>(shared, claim: .whileSaving, onProblem: { [problems] in problems.record($0) })
    let persistence = store.persist(in: saving, late: .merge { saved, current in saved + current.suffix(1) })
    await store.send(1)
    #expect(await persistence.flush())
    shared.write(Data(#"{"state":[0,1,8],"version":1}"#.utf8))
    await store.send(2)
    #expect(await persistence.flush())
    #expect(store.state == [0, 1, 8, 2])
    #expect(problems.kinds() == [.changedElsewhere])
    #expect(shared.read() == Data(#"{"state":[0,1,8,2],"version":1}"#.utf8))
  }
}
