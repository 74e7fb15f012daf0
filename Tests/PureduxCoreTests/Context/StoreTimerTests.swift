import PureduxTesting
import TestSupport
import Testing
import ThreadProbes

@testable import PureduxCore

/// Timers fire at their time on the context's clock, even if the cooperative pool is blocked.
struct StoreTimerTests {
  private let fired = Recorder<String>()
  private let misuse = Recorder<Misuse>()

  private func context(_ clock: StoreClock, _ executor: OrderedTasks? = nil) -> StoreContext {
    var context = StoreContext()
    context.clock = clock
    executor?.run(tasksOf: &context)
    context.misuseReporter = misuse.reporter
    return context
  }

  private func timer(_ name: String) -> StoreTimer {
    StoreTimer { [fired] in fired.record("\(name) at \(StoreContext.current.clock.now())") }
  }

  @Test(arguments: [
    (Duration.zero, UInt64(1)), (.nanoseconds(1), 2), (.milliseconds(2148), 2_148_000_001),
    (.seconds(60), 60_000_000_001),
  ])
  func `waits are counted in nanoseconds of 64 bits`(time: Duration, nanoseconds: UInt64) {
    #expect(SystemWait.nanoseconds(of: time) == nanoseconds)
  }

  @Test func `timers of a test's clock fire at their instants, with the context in force`() {
    let executor = OrderedTasks()
    let clock = TestClock(settle: executor.runUntilIdle)
    let context = context(StoreClock(clock), executor)
    timer("late").start(after: .seconds(2), in: context)
    timer("early").start(after: .seconds(1), in: context)
    clock.advance(by: .seconds(10))
    #expect(fired.values == ["early at 1.0 seconds", "late at 2.0 seconds"])
  }

  @Test func `the time before a thread sleeps is not added to its wait`() {
    let executor = OrderedTasks()
    let clock = TestClock()
    let context = context(StoreClock(clock), executor)
    timer("after").start(after: .seconds(2), in: context)
    timer("at").start(at: .seconds(3), in: context)
    timer("later").start(at: .seconds(6), in: context)
    clock.advance(by: .seconds(5))
    executor.runUntilIdle()
    #expect(fired.values == ["after at 5.0 seconds", "at at 5.0 seconds"])
    clock.advance(by: .seconds(1))
    executor.runUntilIdle()
    #expect(fired.values.last == "later at 6.0 seconds")
  }

  @Test func `a timer that is cancelled does not fire, whether it was started or not`() {
    let executor = OrderedTasks()
    let clock = TestClock(settle: executor.runUntilIdle)
    let context = context(StoreClock(clock), executor)
    let (early, late) = (timer("early"), timer("late"))
    early.cancel()
    for timer in [early, late] { timer.start(after: .seconds(1), in: context) }
    executor.runUntilIdle()
    late.cancel()
    clock.advance(by: .seconds(10))
    #expect(fired.values == [])
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [StoreClock.continuous, StoreClock(SuspendingClock())])
  func `a cancelled system timer releases its closure at once`(clock: StoreClock) {
    final class Token: Sendable {}
    var token: Token? = Token()
    weak let gone = token
    let timer = StoreTimer { [token] in withExtendedLifetime(token) {} }
    timer.start(after: .seconds(Int64.max), in: context(clock))
    token = nil
    timer.cancel()
    #expect(gone == nil)
  }

  @Test func `a timer of the system's clock fires while the cooperative pool is full`() async {
    await #expect(processExitsWith: .success) {
      let pool = FullPool()
      await withCheckedContinuation { done in
        let timer = StoreTimer {
          pool.release()
          done.resume()
        }
        timer.start(after: .milliseconds(100), in: StoreContext())
        pool.fill()
      }
    }
  }

  @Test func `a timer of any other clock fires while the cooperative pool is full`() async {
    await #expect(processExitsWith: .success) {
      let (pool, clock) = (FullPool(), TestClock())
      var context = StoreContext()
      context.clock = StoreClock(clock)
      await withCheckedContinuation { done in
        let timer = StoreTimer {
          pool.release()
          done.resume()
        }
        timer.start(after: .seconds(60), in: context)
        Task {
          await clock.untilAsleep()
          pool.fill()
          clock.advance(by: .seconds(60))
          pool.hold()
        }
      }
    }
  }

  private struct Broken: Error {}

  /// A clock whose every sleep throws.
  private final class BrokenClock: Clock {
    let minimumResolution = Duration.zero
    var now: ContinuousClock.Instant { ContinuousClock.now }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { throw Broken() }
  }

  @Test func `a failed wait is reported, and ends by the system's clock`() async {
    let start = ContinuousClock.now
    timer("it").start(after: .milliseconds(50), in: context(StoreClock(BrokenClock())))
    _ = await fired.values(count: 1)
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    #expect(misuse.values.count == 1)
    #expect(misuse.values[0].description.contains("Broken()"))
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(-1)])
  func `a duration that has already passed fires at once`(duration: Duration) async {
    timer("it").start(after: duration, in: context(.continuous))
    timer("it").start(after: duration, in: context(StoreClock(AnyOtherClock())))
    #expect(await fired.values(count: 2).count == 2)
  }

  @Test(arguments: [
    Duration.seconds(Int64.max), .seconds(1e17), Duration(secondsComponent: .max, attosecondsComponent: .max),
  ])
  func `an absurd duration is waited for as long as a clock can`(duration: Duration) async {
    for clock in [StoreClock.continuous, StoreClock(AnyOtherClock())] {
      let timer = timer("it")
      timer.start(after: duration, in: context(clock))
      timer.cancel()
      let task = Task { try await clock.sleep(duration) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(fired.values == [])
  }

  /// The system's time, in a type that is unknown to the library.
  private struct AnyOtherClock: Clock {
    let minimumResolution = Duration.zero
    var now: ContinuousClock.Instant { ContinuousClock.now }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      try await ContinuousClock().sleep(until: deadline, tolerance: tolerance)
    }
  }
}
