import Foundation
import PureduxPersistence
import PureduxTesting
import Testing

@Suite struct PersistTests: PersistedStores {
  let clock = TestClock()
  let storage = WatchedStorage()
  let problems = Recorder<PersistenceError>()

  @Test func `a change is saved after a quiet interval, and restored by the next store`() async {
    do {
      let store = counter()
      store.persist(in: archive(), pace: SavingPace(debounce: .seconds(1)))
      await store.send(2)
      await clock.untilAsleep()
      #expect(clock.nextDeadline?.offset == .seconds(1))
      clock.advance(by: .seconds(1))
      #expect(await storage.nextWrite() == #"{"state":{"count":2,"draft":""},"version":1}"#)
    }
    let next = counter()
    next.persist(in: archive(WatchedStorage(storage.text)))
    await next.settled()
    #expect(next.state.count == 2)
  }

  @Test func `nothing is written as long as nothing changes`() async {
    let store = counter()
    let persistence = store.persist(in: archive())
    #expect(await persistence.flush())
    #expect(storage.text == nil)
  }

  @Test func `actions that are dispatched while a state is restored see the restored state, in order`() async {
    let store = store([0]) { $0.append($1) }
    store.persist(in: archive(WatchedStorage(#"{"state":[7],"version":1}"#)))
    store.dispatch(1)
    store.dispatch(2)
    await store.settled()
    #expect(store.state == [7, 1, 2])
  }

  @Test func `a store created from the saved state is not restored again`() async {
    let storage = WatchedStorage(#"{"state":{"count":5,"draft":""},"version":1}"#)
    let archive: Archive<App> = archive(storage)
    let store = store(archive.restore() ?? App()) { $0.count += $1 }
    #expect(store.state.count == 5)
    store.dispatch(1)
    let persistence = store.persist(in: archive)
    #expect(await persistence.flush())
    #expect(store.state.count == 6)
    #expect(storage.text == #"{"state":{"count":6,"draft":""},"version":1}"#)
  }

  @Test func `a store created from the saved state is not saved before it changes`() async {
    let storage = WatchedStorage(#"{"version":1,"state":{"draft":"","count":5}}"#)
    let archive: Archive<App> = archive(storage)
    let persistence = store(archive.restore() ?? App()) { $0.count += $1 }.persist(in: archive)
    #expect(await persistence.flush())
    #expect(storage.text == #"{"version":1,"state":{"draft":"","count":5}}"#)
  }

  @Test func `a restored state that replaces an earlier change is not saved again`() async {
    let storage = WatchedStorage(#"{"version":1,"state":[7]}"#)
    let store = store([0]) { $0.append($1) }
    store.dispatch(1)
    let persistence = store.persist(in: archive(storage))
    #expect(await persistence.flush())
    #expect(store.state == [7])
    #expect(storage.text == #"{"version":1,"state":[7]}"#)
  }

  @Test func `actions dispatched before persisting are saved too`() async {
    let store = store([0]) { $0.append($1) }
    store.dispatch(1)
    let persistence = store.persist(in: archive())
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":[0,1],"version":1}"#)
  }

  @Test func `actions that were reduced before persisting are saved after a quiet interval, without a flush`() async {
    let store = counter()
    await store.send(2)
    store.persist(in: archive(), pace: SavingPace(debounce: .seconds(1)))
    await clock.untilAsleep()
    clock.advance(by: .seconds(1))
    #expect(await storage.nextWrite() == #"{"state":{"count":2,"draft":""},"version":1}"#)
  }

  @Test func `flushing saves everything that was dispatched before, without waiting for the interval`() async {
    let store = counter()
    let persistence = store.persist(in: archive())
    for _ in 0..<100 { store.dispatch(1) }
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":{"count":100,"draft":""},"version":1}"#)
  }

  @Test func `a full disk is reported, the store continues, and saving is retried`() async {
    let store = counter()
    let persistence = store.persist(in: archive(), pace: SavingPace(debounce: .seconds(1)))
    storage.isFull.raise()
    await store.send(1)
    await clock.untilAsleep()
    clock.advance(by: .seconds(1))
    #expect(await storage.nextWrite() == "full")
    await clock.untilAsleep()
    #expect(clock.nextDeadline?.offset == .seconds(2))
    #expect(problems.kinds() == [.noSpace])
    #expect(await !persistence.flush())
    await store.send(1)
    #expect(store.state.count == 2)
    storage.isFull.lower()
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":{"count":2,"draft":""},"version":1}"#)
  }

  @Test func `a damaged file leaves the initial state, and is kept`() async {
    let storage = WatchedStorage("{nonsense")
    let store = counter()
    let persistence = store.persist(in: archive(storage))
    await store.send(1)
    #expect(store.state.count == 1)
    #expect(problems.kinds() == [.damaged])
    #expect(await persistence.flush())
    #expect(storage.memory.aside == [Data("{nonsense".utf8)])
  }

  @Test func `a released store's unsaved changes are saved at once, including its last actions`() async {
    var store: StateStore<App, Int>? = counter()
    store?.persist(in: archive())
    for _ in 0..<10 { store?.dispatch(1) }
    store = nil
    #expect(await storage.nextWrite() == #"{"state":{"count":10,"draft":""},"version":1}"#)
  }

  @Test func `persisting does not keep the store alive`() async {
    var store: StateStore<App, Int>? = counter()
    let weak = store?.weak()
    let persistence = store?.persist(in: archive())
    await store?.send(1)
    store = nil
    #expect(weak?.state == nil)
    await persistence?.flush()
    #expect(storage.text == #"{"state":{"count":1,"draft":""},"version":1}"#)
  }

  @Test func `as a middleware, persistence restores and saves next to others`() async {
    let lines = Recorder<String>()
    let storage = WatchedStorage(#"{"state":{"count":5,"draft":""},"version":1}"#)
    let archive: Archive<App> = archive(storage)
    let store = StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore<App, Int>(
        App(),
        middleware: ClosureMiddleware { action, _ in
          lines.record("\(action)")
          return action
        } + PersistState(in: archive, pace: SavingPace(debounce: .seconds(1)))
      ) { $0.count += $1 }
    }
    await store.send(2)
    #expect(store.state.count == 7)
    #expect(lines.values == ["2"])
    await clock.untilAsleep()
    #expect(clock.nextDeadline?.offset == .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(await storage.nextWrite() == #"{"state":{"count":7,"draft":""},"version":1}"#)
  }

  @Test func `as a middleware, persistence is flushed, and keeps no store alive`() async {
    final class Held: Sendable {
      let onEnd: AsyncStream<Never>.Continuation
      init(_ onEnd: AsyncStream<Never>.Continuation) { self.onEnd = onEnd }
      deinit { onEnd.finish() }
    }
    let persisting = PersistState<App, Int>(in: archive())
    let (ended, onEnd) = AsyncStream<Never>.makeStream()
    do {
      let held = Held(onEnd)
      let store = StateStore<App, Int>(App(), middleware: persisting) { state, number in
        withExtendedLifetime(held) { state.count += number }
      }
      store.dispatch(1)
      store.dispatch(2)
      #expect(await persisting.flush())
      #expect(storage.text == #"{"state":{"count":3,"draft":""},"version":1}"#)
    }
    for await _ in ended {}
    #expect(await persisting.flush())
  }
}
