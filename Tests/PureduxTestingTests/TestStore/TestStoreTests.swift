import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

@Suite struct `A test store` {
  private enum Action: Equatable {
    case add(Int)
    case fetch
    case fetched(Int)
  }

  private struct Totals {
    var sum = 0
    var count = 0

    mutating func reduce(_ action: Action) {
      switch action {
      case .add(let number), .fetched(let number):
        sum += number
        count += 1
      case .fetch: break
      }
    }
  }

  /// A handwritten effect: responds to each `fetch` after a second of the context's time.
  private static func makeStore() -> StateStore<Totals, Action> {
    let answers = Recorder<@Sendable (Action) -> Void>()
    let store = StateStore<Totals, Action>(Totals()) { state, action in
      state.reduce(action)
      guard action == .fetch, let dispatch = answers.values.first else { return }
      let context = StoreContext.current
      _ = context.startTask {
        try? await context.clock.sleep(.seconds(1))
        dispatch(.fetched(7))
      }
    }
    let weak = store.weak()
    answers.record { weak.dispatch($0) }
    return store
  }

  @Test func `describes the sent actions and the received ones`() {
    let store = TestStore(Self.makeStore)
    store.send(.add(2)) {
      $0.sum = 2
      $0.count = 1
    }
    store.send(.fetch)
    store.advance(by: .seconds(1))
    store.receive(.fetched(7)) {
      $0.sum = 9
      $0.count = 2
    }
    store.finish()
  }

  @Test func `describes one part when it is partial`() {
    let store = TestStore(exhaustivity: .partial, Self.makeStore)
    store.send(.fetch)
    store.send(.add(1)) { $0.count = 1 }
    store.advance(by: .seconds(1))
    store.receive("an answer", where: { if case .fetched = $0 { true } else { false } }) { $0.sum = 8 }
    store.finish()
  }

  @Test func `follows a whole tree`() {
    let root = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
    let child = root.following { $0.with(10) { $0 -= $1 } }
    child.send(3) { $0 = (3, 7) }
    #expect(root.state == 3)
    root.send(1) { $0 = 4 }
    #expect(child.state == (4, 7))
    child.finish()
  }

  @Test func `expects the identities that the reducer creates`() {
    let store = TestStore { StateStore<[Identity], Int>([]) { state, _ in state.append(Identity()) } }
    store.send(1) { $0.append(Identity()) }
    store.send(2) { $0.append(Identity()) }
    store.finish()
  }

  @Test func `receives an action that was dispatched while the store was created, with its change`() {
    let store = TestStore {
      let store = StateStore<Int, Int>(0) { $0 += $1 }
      store.dispatch(1)
      return store
    }
    #expect(store.state == 0)
    store.receive(1) { $0 = 1 }
    store.finish()
  }

  @Test func `continues from a state that was replaced before an action, and after it`() {
    let store = TestStore {
      let store = StateStore<[Int], Int>([0]) { $0.append($1) }
      store.node.replaceOwnState { _ in [7] }
      return store
    }
    #expect(store.state == [7])
    store.store.dispatch(1)
    store.store.node.replaceOwnState { _ in [8] }
    store.receive(1) { $0 = [7, 1] }
    #expect(store.state == [8])
    store.send(2) { $0.append(2) }
    store.finish()
  }

  @Test func `leaves an optional state unchanged if another tree's action is described`() {
    let store = TestStore { StateStore<Int?, Int>(5) { $0 = $1 } }
    let other = store.following { _ in StateStore<Int, Int>(0) { $0 += $1 } }
    other.store.dispatch(1)
    store.exhaustivity = .partial
    store.finish()
    #expect(store.state == 5)
  }

  @Test(arguments: [Exhaustivity.full, .partial])
  func `gives a description the time of its action, although it is received later`(exhaustivity: Exhaustivity) {
    let store = TestStore(exhaustivity: exhaustivity) {
      StateStore<[Duration], Bool>([]) { times, isTick in
        if isTick { times.append(StoreContext.current.clock.now()) }
      }
      .effect(onChange: \.count, name: "tick") { _, dispatch in
        Effect {
          try await StoreContext.current.clock.sleep(.seconds(1))
          dispatch(true)
        }
      }
    }
    func tick(_ times: inout [Duration]) {
      if exhaustivity == .partial { times.removeLast() }
      times.append(StoreContext.current.clock.now())
    }
    store.send(true, change: tick)
    store.advance(by: .seconds(3))
    for _ in 0..<3 { store.receive(true, change: tick) }
    #expect(store.state == [.zero, .seconds(1), .seconds(2), .seconds(3)])
    store.exhaustivity = .partial
    store.finish()
  }

  @Test(.disabled(if: ThreadTime.isMultiplied))
  func `skips many actions, or ends after many, at a cost in proportion to their number`() {
    /// The time in which a partial story skips actions, and ends after as many.
    func time(_ count: Int) -> Duration {
      let context = TestContext(stepLimit: .max)
      let store = TestStore(exhaustivity: .partial, in: context) { StateStore<Int, Int>(0) { $0 += $1 } }
      func dispatchAll() {
        for _ in 0..<count { store.store.dispatch(1) }
        context.runUntilIdle()
      }
      dispatchAll()
      return ThreadTime.measure { store.send(2) { $0 = count + 2 } }
        + {
          dispatchAll()
          return ThreadTime.measure { store.finish() }
        }()
    }
    // Other processes can only make it slower, so one fast story suffices.
    #expect((0..<3).contains { _ in time(32_000) < time(4_000) * 16 })
  }

  @Test func `runs a store that asked for the main thread`() {
    let store = TestStore { StateStore<Int, Int>(0, runner: .main) { $0 += $1 } }
    store.send(1) { $0 = 1 }
    store.finish()
  }
}
