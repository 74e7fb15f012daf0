import PureduxTesting
import Testing

/// One of the ways to wait for what may never come.
struct Wait: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let wait: @Sendable () async -> Void

  static let all = [
    Wait(testDescription: "a recorder's values") {
      let recorder = Recorder<Int>()
      recorder.record(1)
      let values = await recorder.values(count: 2)
      #expect(values == [1])
    },
    Wait(testDescription: "a release") {
      let probe = ReleaseProbe()
      let token = probe.token()
      await probe.released()
      withExtendedLifetime(token) {}
    },
    Wait(testDescription: "sleepers of a clock") { await TestClock().untilAsleep() },
    Wait(testDescription: "work of a context") { await TestContext().untilWorkArrives() },
  ]
}

/// The time limit of a test cancels its task: a wait that went on would keep all tests from ending.
@Suite struct `Waiting in a task that is cancelled` {
  @Test(arguments: Wait.all) func `ends where it was cancelled before`(_ one: Wait) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await one.wait()
    }.value
  }

  @Test(arguments: Wait.all) func `ends while it lasts`(_ one: Wait) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let executor = ManualExecutor()
    let hasEnded = AtomicFlag()
    let task = Task(executorPreference: executor) {
      await one.wait()
      hasEnded.raise()
    }
    executor.runUntilIdle()
    #expect(!hasEnded.isRaised)
    task.cancel()
    executor.runUntilIdle()
    #expect(hasEnded.isRaised)
  }
}
