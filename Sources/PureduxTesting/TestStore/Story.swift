/// What the test stores of one story share; when the last of them goes, the story has to have been finished.
final class Story {
  let context: TestContext
  let failures: FailureReporter
  var exhaustivity: Exhaustivity
  private let beginning: SourcePlace

  init(_ context: TestContext, _ exhaustivity: Exhaustivity, beginning: SourcePlace) {
    self.context = context
    self.exhaustivity = exhaustivity
    self.beginning = beginning
    failures = context.storeContext.failureReporter
  }

  deinit {
    guard exhaustivity == .full, !whatIsLeft.isEmpty else { return }
    failures.report("The story that begins here was never finished: call `finish()`.\(whatIsLeft)", at: beginning)
  }

  /// What a story that ends now leaves open, as the rest of a failure's text.
  var whatIsLeft: String {
    let running = context.runningWork.map { "\n  \($0)" }.joined()
    return Self.list("Not received", context.history.unreceived[...])
      + (running.isEmpty ? "" : "\nStill running:\(running)")
  }

  static func list(_ title: String, _ records: ArraySlice<History.Record>) -> String {
    records.isEmpty ? "" : "\n\(title):" + records.map { "\n  \(Rendering.text($0.action))" }.joined()
  }
}
