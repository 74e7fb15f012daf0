/// Receives the failures that the tools of this module detect.
///
/// By default they become failures of the running test in Swift Testing or XCTest, at the line of the test. Set another
/// receiver in the context to test a custom tool, or to use the module in another framework.
public struct FailureReporter: Sendable {
  private let receive: @Sendable (String, SourcePosition) -> Void
  let attach: @Sendable (_ bytes: [UInt8], _ name: String, _ position: SourcePosition) -> Void

  /// `receive` is called synchronously, with the text of the failure and the position in the test.
  public init(_ receive: @escaping @Sendable (_ text: String, _ position: SourcePosition) -> Void) {
    self.init(attach: { AttachmentFolder.write($0, $1, $2) }, receive)
  }

  /// Receives failures, and the files that a story attaches to the first of them.
  ///
  /// - Parameters:
  ///   - attach: Called with each file after its failure: its bytes, its name, and the position in the test.
  ///   - receive: Called synchronously, with the text of the failure and the position in the test.
  public init(
    attach: @escaping @Sendable (_ bytes: [UInt8], _ name: String, _ position: SourcePosition) -> Void,
    _ receive: @escaping @Sendable (_ text: String, _ position: SourcePosition) -> Void
  ) {
    self.attach = attach
    self.receive = receive
  }

  /// Reports a failure.
  public func report(_ text: String, at position: SourcePosition) { receive(text, position) }
}

extension StoreContext {
  private enum FailureReporterKey: StoreContextKey {
    static var defaultValue: FailureReporter { .testFramework }
  }

  /// The receiver of failed expectations; by default the framework that runs the test.
  public var failureReporter: FailureReporter {
    get { self[FailureReporterKey.self] }
    set { self[FailureReporterKey.self] = newValue }
  }
}
