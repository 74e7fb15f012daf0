import PureduxCore
import PureduxTesting
import TestSupport
import Testing

/// Releases work without running it, until running is enabled.
private final class DroppingRunner: StoreRunner {
  let isRunning = AtomicFlag()

  func run(_ work: @escaping @Sendable () -> Void) { if isRunning.isRaised { work() } }
}

/// Stores work, for the test to run or to release.
private final class KeepingRunner: StoreRunner {
  let kept = Recorder<@Sendable () -> Void>()

  func run(_ work: @escaping @Sendable () -> Void) { kept.record(work) }
}

/// An action that dispatches another one when it is released.
private final class LastWords: Sendable {
  private let dispatch: Dispatch<LastWords?>
  init(_ dispatch: @escaping Dispatch<LastWords?>) { self.dispatch = dispatch }
  deinit { dispatch(nil) }
}

@Suite struct DroppedWorkTests {
  private let runner = DroppingRunner()

  @Test func `L6: when a runner drops its work, queued actions and observers are released, and waiting tasks resume`()
    async
  {
    let probe = ReleaseProbe()
    let store = StateStore<Int, any Sendable>(0, runner: runner) { state, _ in state += 1 }
    store.dispatch(probe.token())
    store.with(0) { _, _ in }.dispatch(probe.token())
    store.map(actions: { (number: Int) -> any Sendable in number }).dispatch(1)
    store.retainObserver { [token = probe.token()] _ in withExtendedLifetime(token) { .active } }
    await store.send(probe.token())
    await store.settled()
    probe.expectReleased()
    #expect(store.state == 0)
  }

  @Test func `after dropped work, the runner is used again, and delivers later actions`() {
    let store = StateStore<[Int], Int>([], runner: runner) { $0.append($1) }
    let child = store.with(0) { $0 += $1 }
    store.dispatch(1)
    child.dispatch(2)
    runner.isRunning.raise()
    child.dispatch(3)
    store.dispatch(4)
    #expect(store.state == [3, 4] && child.state.1 == 3)
  }

  @Test func `a released object may post again`() {
    let store = StateStore<Int, LastWords?>(0, runner: runner) { state, _ in state += 1 }
    let weak = store.weak()
    store.dispatch(
      LastWords { [runner] action in
        runner.isRunning.raise()
        weak.dispatch(action)
      })
    #expect(store.state == 1)
  }

  @Test func `work that was run may be released at any time after, and nothing is dropped`() {
    let runner = KeepingRunner()
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    store.dispatch(1)
    var first = runner.kept.removeAll()
    first[0]()
    store.dispatch(2)
    first = []
    #expect(store.state == 1)
    for work in runner.kept.removeAll() { work() }
    #expect(store.state == 3)
  }

  @Test func `actions that were posted while the work waited are released with the work`() {
    let (runner, probe) = (KeepingRunner(), ReleaseProbe())
    let store = StateStore<Int, any Sendable>(0, runner: runner) { state, _ in state += 1 }
    for _ in 0..<3 { store.dispatch(probe.token()) }
    #expect(!probe.isReleased)
    runner.kept.removeAll()
    probe.expectReleased()
    store.dispatch(0)
    for work in runner.kept.removeAll() { work() }
    #expect(store.state == 1)
  }
}
