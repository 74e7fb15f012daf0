import PureduxTesting

/// Records the failures that the tools report, each with its line, instead of failing the test.
struct RecordedFailures {
  let recorder = Recorder<String>()

  var values: [String] { recorder.values }

  func recording<Result>(_ operation: () -> Result) -> Result {
    StoreContext.with {
      $0.failureReporter = FailureReporter { [recorder] in recorder.record("\($0) (line \($1.line))") }
    } operation: {
      operation()
    }
  }

  func recording(_ operation: () async -> Void) async {
    await StoreContext.with {
      $0.failureReporter = FailureReporter { [recorder] in recorder.record("\($0) (line \($1.line))") }
    } operation: {
      await operation()
    }
  }
}
