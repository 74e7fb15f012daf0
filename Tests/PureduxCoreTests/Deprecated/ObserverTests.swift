import Dispatch
import PureduxCore
import PureduxTesting
import TestSupport
import Testing

/// Observers of Puredux 2, which end when they return `.dead` or when their owner is released.
@Suite struct ObserverTests {
  let runner = ManualRunner()
  let store: StateStore<Int, Int>
  let seen = Recorder<Int>()

  init() { store = StateStore(0, runner: runner) { $0 += $1 } }

  @available(*, deprecated)
  @Test func `L5: an observer that is subscribed again receives the current state again, and is not added twice`() {
    let observer = Observer<Int> { [seen] state in
      seen.record(state)
      return .active
    }
    store.subscribe(observer: observer)
    store.subscribe(observer: observer)
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [0, 0, 1])
  }

  @available(*, deprecated)
  @Test func `L5: an observer with a filter that is subscribed again receives the current state again`() {
    let owner = Probe()
    let observer = Observer<Int>(owner, removeStateDuplicates: .asEquatable) { [seen] state in
      seen.record(state)
      return .active
    }
    store.subscribe(observer: observer)
    runner.runUntilIdle()
    store.subscribe(observer: observer)
    runner.runUntilIdle()
    #expect(seen.values == [0, 0])
    for action in [0, 1, 0] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(seen.values == [0, 0, 1])
    withExtendedLifetime(owner) {}
  }

  @available(*, deprecated)
  @Test func `L5: an observer with a filter that returns dead when it is subscribed again has ended`() {
    let owner = Probe()
    let observer = Observer<Int>(owner, removeStateDuplicates: .asEquatable) { [seen] state in
      seen.record(state)
      return seen.values.count < 2 ? .active : .dead
    }
    store.subscribe(observer: observer)
    store.subscribe(observer: observer)
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [0, 0])
    withExtendedLifetime(owner) {}
  }

  @available(*, deprecated)
  @Test func `L5: an observer that returns dead is not called again`() {
    let probe = Probe()
    let gone = WeakProbe(probe)
    store.subscribe(
      observer: Observer<Int> { [seen, probe] state in
        withExtendedLifetime(probe) {}
        seen.record(state)
        return state < 2 ? .active : .dead
      })
    for _ in 0..<5 { store.dispatch(1) }
    runner.runUntilIdle()
    #expect(seen.values == [0, 1, 2])
    _ = consume probe
    #expect(gone.isGone)
  }

  @available(*, deprecated)
  @Test func `L5: an observer whose owner is released while its filter compares is not called`() {
    let owners = Recorder<Probe>()
    owners.record(Probe())
    let endsIt = Equating<Int> { _, _ in
      owners.removeAll()
      return false
    }
    store.subscribe(
      observer: Observer(owners.values[0], removeStateDuplicates: endsIt) { [seen] in
        seen.record($0)
        return .active
      })
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [0])
  }

  @available(*, deprecated)
  @Test func `an observer whose owner was released is never called, and is released at the next post`() {
    let gone = subscribeOwned()
    runner.runUntilIdle()
    #expect(seen.values == [0])
    // No action is needed: any post suffices, for example another subscription.
    let token = store.subscribe { _ in }
    runner.runUntilIdle()
    #expect(gone.isGone)
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(seen.values == [0])
    withExtendedLifetime(token) {}
  }

  @available(*, deprecated)
  @Test func `L7: observers retain no store, and those of a released child are released at once`() {
    let root = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    var child: StateStore<(Int, Int), Int>? = root.with(0) { $0 += $1 }
    let (weak, probe) = (child?.weak(), ReleaseProbe())
    child?.subscribe(observer: Observer { [token = probe.token()] _ in withExtendedLifetime(token) { .active } })
    runner.runUntilIdle()
    child = nil
    #expect(weak?.state == nil)
    probe.expectReleased()
  }

  @available(*, deprecated)
  @Test func `L7: a queued observer retains no store, and receives the last state`() {
    var store: StateStore<Int, Int>? = StateStore(0, runner: runner) { $0 += $1 }
    let weak = store?.weak()
    store?.dispatch(1)
    store?.subscribe(
      observer: Observer { [seen] state in
        seen.record(state)
        return .active
      })
    store?.dispatch(1)
    store = nil
    #expect(weak?.strong() == nil)
    runner.runUntilIdle()
    #expect(seen.values == [1])
  }

  @available(*, deprecated)
  @Test func `L8: observers can be subscribed on every thread`() async {
    let (root, calls) = (StateStore<Int, Int>(0) { $0 += $1 }, Recorder<Int>())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for round in 0..<100 {
        let child = root.with(0) { $0 += $1 }
        child.subscribe(observer: Observer { _ in round.isMultiple(of: 2) ? .dead : .active })
        child.dispatch(1)
      }
      root.subscribe(
        observer: Observer {
          calls.record($0)
          return .dead
        })
    }
    await root.settled()
    #expect(root.state == 800 && calls.values.count == 8)
  }

  /// A test double as in Puredux 2, which implements each requirement.
  @available(*, deprecated)
  private struct RecordingStore: Store {
    let store: StateStore<Int, Int>
    let subscribed = Recorder<Bool>()
    func dispatch(_ action: Int) { store.dispatch(action) }
    func eraseToAnyStore() -> StateStore<Int, Int> { store }
    func subscribe(observer: Observer<Int>) {
      subscribed.record(true)
      store.subscribe(observer: observer)
    }
  }

  /// A test double without observers.
  private struct ShortStore: Store {
    let store: StateStore<Int, Int>
    func dispatch(_ action: Int) { store.dispatch(action) }
    func eraseToAnyStore() -> StateStore<Int, Int> { store }
  }

  @available(*, deprecated)
  private func subscribe(to store: some Store<Int, Int>) {
    store.subscribe(
      observer: Observer { [seen] state in
        seen.record(state)
        return .active
      })
  }

  @available(*, deprecated)
  @Test func `a test double that implements the subscription receives it, generically and as an existential`() {
    let double = RecordingStore(store: store)
    subscribe(to: double)
    let existential: any Store<Int, Int> = double
    subscribe(to: existential)
    runner.runUntilIdle()
    #expect(double.subscribed.values.count == 2)
    #expect(seen.values == [0, 0])
  }

  @available(*, deprecated)
  @Test func `a test double that does not implement the subscription is observed through its store`() {
    subscribe(to: ShortStore(store: store))
    store.dispatch(2)
    runner.runUntilIdle()
    #expect(seen.values == [0, 2])
  }

  /// Subscribes an observer that retains a probe, and whose owner is released when this returns.
  @available(*, deprecated)
  private func subscribeOwned() -> WeakProbe {
    let (owner, probe) = (Probe(), Probe())
    store.subscribe(
      observer: Observer(owner) { [seen, probe] state in
        withExtendedLifetime(probe) { seen.record(state) }
        return .active
      })
    runner.runUntilIdle()
    return WeakProbe(probe)
  }
}
