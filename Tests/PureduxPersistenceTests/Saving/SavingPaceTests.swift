import PureduxTesting
import Testing

@testable import PureduxPersistence

/// Unusual durations and clocks.
@Suite struct SavingPaceTests: PersistedStores {
  let clock = TestClock()
  let storage = WatchedStorage()
  let problems = Recorder<PersistenceError>()
  let told = Recorder<Misuse>()

  private func counter(_ clock: some Clock<Duration>) -> StateStore<App, Int> {
    StoreContext.with {
      $0.clock = StoreClock(clock)
      $0.misuseReporter = told.reporter
    } operation: {
      StateStore(App()) { $0.count += $1 }
    }
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(-1), .seconds(400_000_000)])
  func `a duration that no clock can wait for is clamped and reported`(_ duration: Duration) async {
    for pace in [
      SavingPace(debounce: duration), SavingPace(maximumDelay: duration),
      SavingPace(debounce: duration, maximumDelay: duration),
    ] {
      for store in [counter(clock), counter(ContinuousClock())] {
        let persistence = store.persist(in: Archive(MemoryStorage()), pace: pace)
        await store.send(1)
        await store.send(1)
        #expect(await persistence.flush())
      }
    }
    #expect(told.removeAll().count == 6)
  }

  @Test func `the largest pace that can be waited for is waited for`() async {
    let store = counter(clock)
    let longest = Duration.seconds(10 * 365 * 86_400)
    store.persist(in: archive(), pace: SavingPace(debounce: longest, maximumDelay: longest))
    await store.send(1)
    await clock.untilAsleep()
    #expect(clock.nextDeadline?.offset == longest)
    #expect(told.values.isEmpty)
  }

  @Test func `each change is saved at once at a pace of zero`() async {
    let store = counter(clock)
    store.persist(in: archive(), pace: SavingPace(debounce: .zero))
    await store.send(1)
    #expect(await storage.nextWrite() == #"{"state":{"count":1,"draft":""},"version":1}"#)
    #expect(told.values.isEmpty)
  }

  @Test func `a clock that throws is reported, and the system's clock measures the wait`() async {
    let store = counter(BrokenClock(.throwing))
    store.persist(in: archive(), pace: SavingPace(debounce: .milliseconds(1)))
    await store.send(1)
    #expect(await storage.nextWrite() == #"{"state":{"count":1,"draft":""},"version":1}"#)
    let told = told.removeAll()
    #expect(told.count == 1 && told[0].whatHappened.contains("threw Refusal() from `sleep("))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a clock that does not wait is reported, tried three times, and does not keep the saver busy`() async {
    let (clock, executor) = (BrokenClock(.returning), ManualExecutor())
    let store = StoreContext.with {
      $0.taskExecutor = executor
    } operation: {
      counter(clock)
    }
    let persistence = store.persist(in: archive())
    for number in 1...10 {
      await store.send(1)
      executor.runUntilIdle()
      #expect(clock.asked == min(number, 3))
    }
    #expect(told.values == [.clockDoesNotWait])
    #expect(storage.text == nil)
    #expect(await persistence.flush())
    #expect(storage.text == #"{"state":{"count":10,"draft":""},"version":1}"#)
  }

  @Test func `changes left unsaved by a clock that does not wait are saved when the store is released`() async {
    var store: StateStore<App, Int>? = counter(BrokenClock(.returning))
    store?.persist(in: archive())
    await store?.send(1)
    _ = await told.values(count: 1)
    store = nil
    #expect(await storage.nextWrite() == #"{"state":{"count":1,"draft":""},"version":1}"#)
  }
}

/// A clock whose sleep throws immediately, or returns immediately without advancing time.
private final class BrokenClock: Clock {
  enum Fault: Sendable { case throwing, returning }

  private struct Refusal: Error {}

  private let fault: Fault
  private let asking = Recorder<Duration>()
  private let system = ContinuousClock()
  private let start = ContinuousClock.now

  init(_ fault: Fault) { self.fault = fault }

  var now: TestClock.Instant { TestClock.Instant(offset: fault == .throwing ? start.duration(to: system.now) : .zero) }
  var minimumResolution: Duration { .zero }
  var asked: Int { asking.values.count }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    asking.record(deadline.offset)
    if fault == .throwing { throw Refusal() }
  }
}
