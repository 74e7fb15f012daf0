/// Where the tools of this module tell that a test has failed.
public struct FailureReporter: Sendable {
  private let receive: @Sendable (String, SourcePlace) -> Void

  /// `receive` is called at once, with what failed and where the test asked for it.
  public init(_ receive: @escaping @Sendable (_ text: String, _ place: SourcePlace) -> Void) { self.receive = receive }

  /// Tells a failure.
  public func report(_ text: String, at place: SourcePlace) { receive(text, place) }
}

extension StoreContext {
  private enum FailureReporterKey: StoreContextKey {
    static var defaultValue: FailureReporter { .testFramework }
  }

  /// Where failed expectations are told; by default the framework that runs the test.
  public var failureReporter: FailureReporter {
    get { self[FailureReporterKey.self] }
    set { self[FailureReporterKey.self] = newValue }
  }
}
