import PureduxCore
import PureduxTesting
import Testing

/// More actions than fit in one piece, alternating between two stores.
@Suite struct ManyWaitingTests {
  private struct Digest: Sendable, Equatable {
    var count = 0
    var hash = 0

    mutating func add(_ number: Int) {
      count += 1
      hash = hash &* 31 &+ number
    }
  }

  private let numbers = 0..<200_000

  private var expected: Digest { numbers.reduce(into: Digest()) { $0.add($1) } }

  @Test func `L1: a large number of queued actions is reduced in order, and once`() {
    let runner = ManualRunner()
    let root = StateStore<Digest, Int>(Digest(), runner: runner) { $0.add($1) }
    let child = root.with(0) { count, _ in count += 1 }
    for number in numbers { if number % 5 < 3 { root.dispatch(number) } else { child.dispatch(number) } }
    #expect(root.state.count == 0)
    runner.runUntilIdle()
    #expect(root.state == expected)
    #expect(child.state.1 == numbers.count * 2 / 5)
  }

  @Test func `L4: actions posted during a large delivery are reduced after it`() {
    let runner = ManualRunner()
    let handle = Recorder<WeakStore<Digest, Int>>()
    let store = StateStore<Digest, Int>(Digest(), runner: runner) { state, number in
      state.add(number)
      if number < 100_000 { handle.values[0].dispatch(number + 100_000) }
    }
    handle.record(store.weak())
    for number in 0..<100_000 { store.dispatch(number) }
    runner.runUntilIdle()
    #expect(store.state == expected)
  }

  @Test func `L6: when a runner drops its work, many queued actions are released`() {
    let kept = Recorder<@Sendable () -> Void>()
    struct Keeping: StoreRunner {
      let kept: Recorder<@Sendable () -> Void>
      func run(_ work: @escaping @Sendable () -> Void) { kept.record(work) }
    }
    let probe = ReleaseProbe()
    let store = StateStore<Int, any Sendable>(0, runner: Keeping(kept: kept)) { state, _ in state += 1 }
    for _ in 0..<100_000 { store.dispatch(probe.token()) }
    #expect(!probe.isReleased)
    kept.removeAll()
    probe.expectReleased()
    store.dispatch(1)
    for work in kept.removeAll() { work() }
    #expect(store.state == 1)
  }
}
