/// The state shared by all test stores of one story. The story has to be finished before the last of them is released.
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

  /// The open steps of a story that ends now, as the last part of a failure's text.
  var whatIsLeft: String {
    let running = context.runningWork.map { "\n  \($0)" }.joined()
    return Self.list("Not received", context.history.unreceived[...])
      + (running.isEmpty ? "" : "\nStill running:\(running)")
  }

  static func list(_ title: String, _ records: ArraySlice<History.Record>) -> String {
    records.isEmpty ? "" : "\n\(title):" + records.map { "\n  \(Rendering.text($0.action))" }.joined()
  }
}
