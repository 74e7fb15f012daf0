import PureduxTesting
import Testing

@Suite struct `A test clock` {
  private let settle: @Sendable () -> Void
  private let context: StoreContext
  private let clock: TestClock

  init() {
    var context = StoreContext()
    var settle: @Sendable () -> Void = {}
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let executor = ManualExecutor()
      settle = executor.runUntilIdle
      context.taskExecutor = executor
    }
    clock = TestClock(settle: settle)
    context.clock = StoreClock(clock)
    self.settle = settle
    self.context = context
  }

  @discardableResult
  private func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    context.startTask(operation)
  }

  @Test func `wakes each sleeper at its own instant, in the order of the instants`() {
    let log = Recorder<String>()
    for seconds in [3, 1, 2] {
      start { [clock] in
        try? await clock.sleep(for: .seconds(seconds))
        log.record("\(seconds) at \(clock.now.offset.components.seconds)")
      }
    }
    clock.advance(by: .milliseconds(999))
    #expect(log.values == [])
    clock.advance(by: .seconds(5))
    #expect(log.values == ["1 at 1", "2 at 2", "3 at 3"])
    #expect(clock.now.offset == .milliseconds(5999))
  }

  @Test func `an hour of consecutive sleeps passes in one advance`() {
    let log = Recorder<Duration>()
    start { [clock] in
      for _ in 1...3600 { try? await clock.sleep(for: .seconds(1)) }
      log.record(clock.now.offset)
    }
    clock.advance(by: .seconds(3600))
    #expect(log.values == [.seconds(3600)])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a cancelled sleeper wakes at once, with an error`() {
    let log = Recorder<String>()
    let task = start { [clock] in
      do { try await clock.sleep(for: .seconds(1)) } catch { log.record("\(type(of: error))") }
    }
    clock.advance(by: .zero)
    #expect(clock.sleeperCount == 1)
    task.cancel()
    settle()
    #expect(log.values == ["CancellationError"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a task cancelled before it sleeps does not sleep`() {
    let log = Recorder<Bool>()
    start { [clock] in
      do { try await clock.sleep(for: .seconds(1)) } catch { log.record(Task.isCancelled) }
    }.cancel()
    settle()
    #expect(log.values == [true])
  }

  @Test func `a sleep until a past instant ends at once`() {
    let log = Recorder<Int>()
    clock.advance(by: .seconds(2))
    start { [clock] in
      try? await clock.sleep(until: .init(offset: .seconds(1)))
      log.record(1)
    }
    settle()
    #expect(log.values == [1])
  }

  @Test func `reports when real work has begun to sleep`() async throws {
    let clock = TestClock()
    let task = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.untilAsleep()
    #expect(clock.nextDeadline == .init(offset: .seconds(10)))
    clock.advance(by: .seconds(10))
    try await task.value
  }

  @Test func `is the clock of a context`() {
    let log = Recorder<Duration>()
    start { [context] in
      try? await context.clock.sleep(.seconds(60))
      log.record(context.clock.now())
    }
    clock.advance(by: .seconds(60))
    #expect(log.values == [.seconds(60)])
  }
}

struct FarTimeTests {
  @Test func `time stops at the last instant, and nothing traps`() {
    let clock = TestClock()
    for _ in 0..<40 { clock.advance(by: .seconds(Int64.max)) }
    let last = clock.now
    clock.advance(by: .seconds(1e20))
    #expect(clock.now == last)
    #expect(last.advanced(by: .seconds(-1e20)) < last)
    #expect(TestClock.Instant(offset: .seconds(1e20)).duration(to: TestClock.Instant(offset: .seconds(-1e20))) < .zero)
  }
}
