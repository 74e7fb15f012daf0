import PureduxTesting
import Testing

/// The time limit of a test cancels its task: a wait that continued would prevent all tests from ending.
@Suite struct `Waiting in a task that is cancelled` {
  @Test(arguments: Wait.all) func `ends at once if the task was cancelled before`(_ one: Wait) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await one.wait(.seconds(60))
    }.value
  }

  @Test(arguments: Wait.all) func `ends when the task is cancelled during the wait`(_ one: Wait) {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let executor = ManualExecutor()
    let hasEnded = AtomicFlag()
    let task = Task(executorPreference: executor) {
      await one.wait(.seconds(60))
      hasEnded.raise()
    }
    executor.runUntilIdle()
    #expect(!hasEnded.isRaised)
    task.cancel()
    executor.runUntilIdle()
    #expect(hasEnded.isRaised)
  }
}
