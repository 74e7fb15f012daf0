import Dispatch
import Foundation
import PureduxCore
import PureduxTesting
import TestSupport
import Testing

@Suite struct RunnerTests {
  @Test func `a manual runner that another thread drives while it runs is reported, and does nothing`() {
    let misuse = StoreContext.recordingMisuse {
      let runner = ManualRunner()
      let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
      let (isRunning, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let token = store.subscribe { _ in
        isRunning.signal()
        mayGoOn.wait()
      }
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        runner.runUntilIdle()
        done.signal()
      }
      isRunning.wait()
      runner.runUntilIdle()
      mayGoOn.signal()
      done.wait()
      withExtendedLifetime(token) {}
    }
    #expect(
      misuse.values.map(\.description) == [
        """
        `runUntilIdle()` was called while it was already running, on another thread or from a reducer or an observer, \
        so the second call did nothing.
        To fix: drive a `ManualRunner` from one thread, and outside the code that it runs.
        """
      ])
  }

  @Test func `L7: a manual runner with waiting work and its stores do not retain each other`() async {
    let probe = ReleaseProbe("the waiting work")
    var runner: ManualRunner? = ManualRunner()
    var store: StateStore<Int, any Sendable>? = StateStore(0, runner: runner ?? ManualRunner()) { _, _ in }
    var other: StateStore<Int, any Sendable>? = StoreContext.with({ $0.runner = runner }) {
      StateStore(0) { _, _ in }
    }
    let child = StoreContext.with({ $0.runner = runner }) { store?.with(0) { _, _ in } }
    for store in [store, other] { store?.dispatch(probe.token()) }
    child?.dispatch(probe.token())
    #expect(!probe.isReleased)
    runner = nil
    probe.expectReleased()
    await store?.send(probe.token())
    await other?.settled()
    (store, other) = (nil, nil)
    probe.expectReleased()
  }

  @Test func `a context returns its manual runner, as long as the runner exists`() {
    var context = StoreContext()
    var runner: ManualRunner? = ManualRunner()
    context.runner = runner
    #expect(context.runner as? ManualRunner === runner)
    runner = nil
    #expect(context.runner != nil && !(context.runner is ManualRunner))
  }

  @Test func `a runner that runs its work twice is reported, and nothing is delivered twice`() {
    struct Twice: StoreRunner {
      func run(_ work: @escaping @Sendable () -> Void) {
        work()
        work()
      }
    }
    let misuse = StoreContext.recordingMisuse {
      let store = StateStore<Int, Int>(0, runner: Twice()) { $0 += $1 }
      store.dispatch(1)
      #expect(store.state == 1)
    }
    #expect(
      misuse.values.map(\.description) == [
        """
        a `StoreRunner` ran the same work twice, so the second time nothing was delivered.
        To fix: call the closure passed to `run(_:)` exactly once.
        """
      ])
  }

  @Test func `a store runs on the specified queue`() async {
    let queue = DispatchQueue(label: "a test's own")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let isThere = Recorder<Bool>()
    let store = StateStore<Int, Int>(0, runner: .queue(queue)) { _, _ in
      isThere.record(DispatchQueue.getSpecific(key: key) == true)
    }
    await store.send(1)
    #expect(isThere.values == [true])
  }
}
