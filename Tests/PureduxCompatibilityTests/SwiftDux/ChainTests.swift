import PureduxCompatibility
import PureduxEffects
import PureduxTesting
import Testing

/// Actions that are joined with `+` and `then` run one after another.
struct ChainTests {
  private let lab = ChainLab()

  private func store() -> StateStore<[ChainEntry], any ChainAction> {
    lab.store([]) { (state: inout [ChainEntry], action: any ChainAction) in
      if let entry = action as? ChainEntry { state.append(entry) }
    }
  }

  private func entry(_ leaf: Int) -> ChainEntry { ChainEntry(chain: 0, leaf: leaf) }

  /// Sends the number after a second.
  private func plan(_ leaf: Int) -> ChainPlan {
    ChainPlan { store in
      try? await StoreContext.current.clock.sleep(.seconds(1))
      await store.send(ChainEntry(chain: 0, leaf: leaf))
    }
  }

  private func leaves(_ store: StateStore<[ChainEntry], any ChainAction>) -> [Int] { store.state.map(\.leaf) }

  @Test func `L14: an action after a plan is reduced when the plan has ended`() {
    let store = store()
    store.dispatch(plan(1) + entry(2))
    store.dispatch(entry(3))
    lab.settle()
    #expect(leaves(store) == [3])
    lab.advance(.seconds(1))
    #expect(leaves(store) == [3, 1, 2])
  }

  @Test(arguments: [false, true])
  func `L14: actions that a step dispatches after its token was cancelled are dropped`(isChain: Bool) {
    let (store, token) = (store(), Guarded<StoreSubscription?>(nil))
    let interrupted = InterruptedEntries(first: entry(2)) { token.take()?.cancel() }
    let running = store.start(isChain ? entry(1) + interrupted + entry(3) : interrupted)
    token.withLock { $0 = running }
    lab.settle()
    #expect(leaves(store) == (isChain ? [1] : []))
  }

  @Test(arguments: [true, false])
  func `L14: actions that embedded work dispatches, or work sends, after its token was cancelled are dropped`(
    isEmbedded: Bool
  ) {
    let (store, token) = (store(), Guarded<StoreSubscription?>(nil))
    let interrupt: @Sendable () -> Void = { token.take()?.cancel() }
    let embedded = store.map(actions: { (entry: ChainEntry) -> any ChainAction in
      InterruptedEntries(first: entry, interrupt: interrupt)
    })
    let running =
      isEmbedded ? embedded.start(entry(2)) : store.start(InterruptedSending(first: entry(2), interrupt: interrupt))
    token.withLock { $0 = running }
    lab.settle()
    #expect(leaves(store) == [])
  }

  @Test func `L14: composed plans run one after another`() {
    let store = store()
    store.dispatch(plan(1) + plan(2) + plan(3))
    lab.settle()
    for count in 1...3 {
      #expect(lab.clock.sleeperCount == 1)
      lab.advance(.seconds(1))
      #expect(leaves(store) == Array(1...count))
    }
  }

  @Test func `L14: a plan's last action is reduced before the next action of the chain`() {
    let store = store()
    store.dispatch(ChainPlan { $0.dispatch(ChainEntry(chain: 0, leaf: 1)) } + entry(2))
    lab.settle()
    #expect(leaves(store) == [1, 2])
  }

  @Test func `L14: a chain that a plan dispatches has ended before the next action`() {
    let (store, inner) = (store(), entry(1) + plan(2))
    store.dispatch(ChainPlan { $0.dispatch(inner) } + entry(3))
    lab.settle()
    lab.advance(.seconds(1))
    #expect(leaves(store) == [1, 2, 3])
  }

  @Test func `L14: cancelling the token ends the plan and the chain`() {
    let store = store()
    let token = store.start(entry(1) + plan(2) + entry(3) + plan(4))
    lab.settle()
    token.cancel()
    lab.advance(.seconds(9))
    #expect(leaves(store) == [1])
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `L14: a chain whose token was cancelled before its turn does not begin`() {
    let store = store()
    store.start(entry(1) + plan(2)).cancel()
    lab.advance(.seconds(9))
    #expect(leaves(store) == [])
  }

  @Test func `L14: the tap receives the actions that a cancelled chain drops`() {
    let (store, dropped) = (store(), Recorder<Int>())
    let tap = store.tap {
      if case .dropped(let action) = $0.kind, let entry = action as? ChainEntry { dropped.record(entry.leaf) }
    }
    let token = store.start(plan(1) + entry(2) + entry(3))
    lab.settle()
    token.cancel()
    lab.settle()
    // Late actions of the plan are also dropped.
    #expect(dropped.values == [2, 3, 1])
    tap.cancel()
  }

  @Test func `L14: an error is reported and ends the chain`() {
    let store = store()
    store.dispatch(ChainPlan { _ in throw Refused() } + entry(1))
    lab.settle()
    #expect(leaves(store) == [])
    #expect(lab.misuse.values.count == 1)
  }

  @Test func `L14: a chain continues after an error if it is configured to`() {
    let store = store()
    store.dispatch((ChainPlan { _ in throw Refused() } + entry(1)).continuingAfterErrors())
    lab.settle()
    #expect(leaves(store) == [1])
    #expect(lab.misuse.values.count == 1)
  }

  @Test func `L14: an error ends the part of a chain in which it happens`() {
    let store = store()
    let part = ChainPlan { _ in throw Refused() } + entry(1)
    store.dispatch(ComposedAction([part, entry(2)], continuesAfterErrors: true))
    lab.settle()
    #expect(leaves(store) == [2])
  }

  @Test func `L14: a chain that an embedding creates ends with the token of its action`() {
    let (store, chain) = (store(), plan(1) + entry(2))
    let token = store.map(actions: { (_: Int) -> any ChainAction in chain }).start(0)
    lab.settle()
    #expect(lab.clock.sleeperCount == 1)
    token.cancel()
    lab.advance(.seconds(9))
    #expect(leaves(store) == [])
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `L14: releasing the store ends the chains without a token`() {
    var store: StateStore? = store()
    let log = Recorder<Int>()
    let observer = store?.subscribe { log.record($0.count) }
    store?.dispatch(plan(1) + entry(2))
    lab.settle()
    #expect(lab.clock.sleeperCount == 1)
    store = nil
    lab.advance(.seconds(9))
    #expect(lab.clock.sleeperCount == 0)
    #expect(log.values == [0, 0])
    observer?.cancel()
  }

  /// An async action continues while its callback is retained.
  @available(*, deprecated)
  private struct Held: ChainAction, AsyncAction {
    let held: Recorder<@Sendable (ChainEntry) -> Void>
    func execute(completeHandler: @escaping @Sendable (ChainEntry) -> Void) { held.record(completeHandler) }
  }

  @available(*, deprecated)
  @Test func `L14: an async action has ended when its callback is released`() async throws {
    let held = Recorder<@Sendable (ChainEntry) -> Void>()
    let store = StateStore<[ChainEntry], any ChainAction>([]) { state, action in
      if let entry = action as? ChainEntry { state.append(entry) }
    }
    let ended = Recorder<Void>()
    let next = ChainEntry(chain: 0, leaf: 2)
    store.dispatch(Held(held: held) + next + ChainPlan { _ in ended.record(()) })
    _ = await held.values(count: 1)
    held.values[0](ChainEntry(chain: 0, leaf: 1))
    await store.settled()
    #expect(store.state.map(\.leaf) == [1])
    held.removeAll()
    _ = await ended.values(count: 1)
    #expect(store.state.map(\.leaf) == [1, 2])
  }
}
