import PureduxTesting
import Testing

@Suite struct `A manual executor` {
  private actor Counter {
    private var value = 0
    func next() -> Int {
      value += 1
      return value
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `runs nothing by itself`() {
    let executor = ManualExecutor()
    let log = Recorder<Int>()
    Task(executorPreference: executor) { log.record(1) }
    #expect(log.values == [])
    #expect(executor.waitingCount == 1)
    #expect(executor.runNext())
    #expect(log.values == [1])
    #expect(!executor.runNext())
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `runs a task's child tasks and the actors that it calls`() {
    let executor = ManualExecutor()
    let log = Recorder<Int>()
    let counter = Counter()
    Task(executorPreference: executor) {
      await withTaskGroup(of: Int.self) { group in
        for _ in 1...3 { group.addTask { await counter.next() } }
        for await number in group { log.record(number) }
      }
    }
    executor.runUntilIdle()
    #expect(log.values == [1, 2, 3])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a seed gives the same order twice, and others give other orders`() {
    func trace(_ seed: UInt64) -> [Int] {
      let executor = ManualExecutor(schedule: .seeded(seed))
      let log = Recorder<Int>()
      for number in 0..<6 { Task(executorPreference: executor) { log.record(number) } }
      executor.runUntilIdle()
      return log.values
    }
    let traces = (0..<20).map { trace($0) }
    #expect((0..<20).map { trace($0) } == traces)
    #expect(Set(traces).count > 15)
    #expect(traces.allSatisfy { $0.sorted() == Array(0..<6) })
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `runs work in order of arrival by default`() {
    let executor = ManualExecutor()
    let log = Recorder<Int>()
    for number in 0..<100 { Task(executorPreference: executor) { log.record(number) } }
    executor.runUntilIdle()
    #expect(log.values == Array(0..<100))
  }
}
