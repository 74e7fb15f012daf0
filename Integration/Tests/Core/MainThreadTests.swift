import BuiltPrograms
import Testing

/// Stores of the main thread, in a process whose main thread serves the main queue.
@Suite struct MainThreadTests {
  @Test func `random trees of the main thread agree with a model of the laws`() throws {
    let output = try BuiltProgram("MainThread").output(["model"], environment: BuiltProgram.showingThreads)
    print(output)
    #expect(output.hasSuffix("agreed\n"))
  }

  @Test func `a turn during a run loop inside withState is delivered after the body, on the main thread`()
    throws
  {
    let output = try BuiltProgram("MainThread").output(["nested-run-loop"], environment: BuiltProgram.showingThreads)
    #expect(output == "agreed\n")
  }
}
