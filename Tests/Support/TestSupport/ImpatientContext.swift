package import PureduxTesting

extension TestContext {
  /// A context whose waits fail after milliseconds; each failure is recorded as `message (line N)`.
  package static func impatient(telling failures: Recorder<String>) -> TestContext {
    let context = StoreContext.with {
      $0.failureReporter = FailureReporter { failures.record("\($0) (line \($1.line))") }
    } operation: {
      TestContext()
    }
    context.failWaitsEarly()
    return context
  }
}
