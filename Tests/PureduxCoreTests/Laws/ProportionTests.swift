import PureduxCore
import PureduxTesting
import TestSupport
import Testing

/// Counts the copies into a new buffer, by the address of the elements.
private struct Large: Sendable {
  var elements: [Int]
  var address: UInt { elements.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}

@Suite struct ProportionTests {
  let runner = ManualRunner()

  @Test func `one element of a large state is changed in place, with a child and filtered observers`() {
    StoreContext.with({ $0.keepsStateBeforeTurn = false }) {
      let store = StateStore<Large, Int>(Large(elements: Array(0..<100_000)), runner: runner) { state, action in
        state.elements[action] += 1
      }
      let child = store.with(0) { $0 += $1 }
      let seen = Recorder<Int>()
      let tokens = [
        store.subscribe(removeDuplicates: .equal { $0.elements[0] }) { _ in seen.record(0) },
        child.subscribe(removeDuplicates: .equal { $0.0.elements.count }) { _ in seen.record(1) },
        store.map(state: { $0.elements[5] }).subscribe { _ in seen.record(2) },
      ]
      runner.runUntilIdle()
      let before = store.withState { $0.address }
      for index in 0..<10 { store.dispatch(index) }
      runner.runUntilIdle()
      #expect(store.withState { $0.address } == before)
      #expect(store.withState { $0.elements[0] } == 1)
      withExtendedLifetime((tokens, child)) {}
    }
  }

  @Test func `L9: a filter retains the part that it compares, and not the state`() {
    struct State: Sendable { var count = 0, probe: Probe? }
    enum Change: Sendable { case put(Probe), take }
    let store = StateStore<State, Change>(State(), runner: runner) { state, change in
      switch change {
      case .put(let probe): state.probe = probe
      case .take: state.probe = nil
      }
      state.count += 1
    }
    let token = store.subscribe(removeDuplicates: .equal { $0.count } && .equal(\.count)) { _ in }
    var probe: Probe? = Probe()
    let isGone = probe.map(WeakProbe.init)
    if let probe { store.dispatch(.put(probe)) }
    probe = nil
    runner.runUntilIdle()
    #expect(isGone?.isGone == false)
    store.dispatch(.take)
    runner.runUntilIdle()
    #expect(isGone?.isGone == true)
    withExtendedLifetime(token) {}
  }

  @Test func `idle stores are not visited`() {
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let composed = Recorder<Int>()
    let children = (0..<100).map { index in
      store.map(state: { state in
        composed.record(index)
        return state
      }).with(index) { $0 += $1 }
    }
    for _ in 0..<10 { store.dispatch(1) }
    runner.runUntilIdle()
    #expect(composed.values.isEmpty)
    withExtendedLifetime(children) {}
  }

  @Test func `a projection transforms once per turn for all its observers, and never without observers`() {
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let transformed = Recorder<Int>()
    let part = store.map(state: { state in
      transformed.record(state)
      return state
    })
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(transformed.values == [])
    let tokens = (0..<10).map { _ in part.subscribe { _ in } }
    runner.runUntilIdle()
    let before = transformed.values.count
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(transformed.values[before...] == [2])
    for token in tokens { token.cancel() }
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(transformed.values.last == 2)
  }

  @Test func `observers are called in the order of subscription, however many are added and removed`() {
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let order = Recorder<Int>()
    var tokens: [Int: StoreSubscription] = [:]
    for index in 0..<200 { tokens[index] = store.subscribe { _ in order.record(index) } }
    runner.runUntilIdle()
    for index in 0..<200 where !index.isMultiple(of: 7) { tokens[index] = nil }
    let before = order.values.count
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(Array(order.values[before...]) == Array(stride(from: 0, to: 200, by: 7)))
  }
}
