import Foundation
import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

/// Effects that block every thread of the cooperative pool, each in a separate process.
struct FullPoolTests {
  @Test func `a timeout fires while the effects that it watches hold every thread of the pool`() async {
    await #expect(processExitsWith: .success) {
      let (pool, landed) = (FullPool(), Recorder<Void>())
      let store = StateStore<Screen, Screen.Action>(Screen(), reducer: Screen.reduce)
      store.effect(collection: \.jobs) { _, _, dispatch in
        Effect(timeout: .milliseconds(100)) {
          pool.hold()
        } onTimeout: {
          dispatch(.done("timeout"))
        }
      }
      let token = store.subscribe { state in
        guard !state.done.isEmpty else { return }
        pool.release()
        landed.record(())
      }
      let count = ProcessInfo.processInfo.activeProcessorCount * 4
      store.dispatch(.jobs { $0 = (0..<count).map { _ in .running() } })
      _ = await landed.values(count: 1)
      withExtendedLifetime(token) {}
    }
  }

  @Test func `a time limit does not count the wait for a thread of the pool`() async {
    await #expect(processExitsWith: .success) {
      let (pool, landed) = (FullPool(), Recorder<String>())
      let store = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce)
      store.effect(\.job) { _, _ in
        Effect(timeout: .milliseconds(100)) {
          landed.record("in time")
        } onTimeout: {
          landed.record("too late")
        }
      }
      pool.fill()
      store.dispatch(.change { $0.run() })
      // Far more than the time limit has passed, and the work has not begun.
      let timer = StoreTimer { pool.release() }
      timer.start(after: .milliseconds(400), in: StoreContext())
      guard await landed.values(count: 1) == ["in time"] else { fatalError("\(landed.values)") }
      withExtendedLifetime((store, timer)) {}
    }
  }

  @Test func `the delay of an attempt passes while work holds every thread of the pool`() async {
    await #expect(processExitsWith: .success) {
      let (pool, made, started) = (FullPool(), Recorder<Void>(), Recorder<Void>())
      let store = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce)
      store.effect(\.job) { _, _ in
        made.record(())
        return Effect {}
      }
      let tap = store.tap { event in
        guard case .workStarted = event.kind else { return }
        pool.release()
        started.record(())
      }
      store.dispatch(.change { $0.run(maxAttempts: 1, delay: 0.2) })
      _ = await made.values(count: 1)
      pool.fill()
      _ = await started.values(count: 1)
      withExtendedLifetime((store, tap)) {}
    }
  }

  @Test func `the next attempt begins when its delay is over, while work holds every thread of the pool`() async {
    await #expect(processExitsWith: .success) {
      let (pool, made, started) = (FullPool(), Recorder<Void>(), Recorder<Void>())
      let store = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce)
      store.effect(\.job) { _, dispatch in
        made.record(())
        return Effect { dispatch(.fail(Job.Refused())) }
      }
      let tap = store.tap { event in
        guard case .workStarted = event.kind else { return }
        started.record(())
        if started.values.count == 2 { pool.release() }
      }
      store.dispatch(.change { $0.run(RetryPolicy(maxAttempts: 2, backoff: .constant, base: 0.2)) })
      _ = await made.values(count: 2)
      pool.fill()
      _ = await started.values(count: 2)
      withExtendedLifetime((store, tap)) {}
    }
  }

  @Test func `a synchronous effect that holds a thread of the pool is reported once, with its name and the fix`() async
  {
    await #expect(processExitsWith: .success) {
      let (pool, misuse) = (FullPool(), Recorder<Misuse>())
      let reporter = MisuseReporter { mistake in
        misuse.record(mistake)
        pool.release()
      }
      let store = StoreContext.with({ $0.misuseReporter = reporter }) {
        StateStore<Job, Job.Action>(Job(), reducer: Job.reduce)
      }
      store.effect(\.job, name: "slow") { _, _ in Effect { pool.hold() } }
      store.dispatch(.run)
      let text = await misuse.values(count: 1)[0].description
      precondition(text.contains("slow") && text.contains("`on:`"))
    }
  }
}
