internal import Foundation

/// Receives the failures detected by the tools in this module.
///
/// By default, reporting a failure fails the running Swift Testing or XCTest test, at the location of the failing call.
/// Set another reporter in the context to test a custom tool, or to use the module with another test framework.
public struct FailureReporter: Sendable {
  private let receive: @Sendable (String, SourcePosition) -> Void
  let attach: @Sendable (_ bytes: [UInt8], _ name: String, _ position: SourcePosition) -> Void

  /// Creates a reporter that calls `receive` synchronously with the message and source location of each failure.
  public init(_ receive: @escaping @Sendable (_ text: String, _ position: SourcePosition) -> Void) {
    self.init(attach: { AttachmentFolder.write($0, $1, $2) }, receive)
  }

  /// Creates a reporter that also receives the files that a story attaches to its first failure.
  ///
  /// - Parameters:
  ///   - attach: Called for each file after the failure has been reported, with the file's bytes and name, and the
  ///     source location of the failure in the test.
  ///   - receive: Called synchronously, with the failure's text and its position in the test.
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

  /// The receiver of test failures; by default, the framework that runs the test.
  public var failureReporter: FailureReporter {
    get { self[FailureReporterKey.self] }
    set { self[FailureReporterKey.self] = newValue }
  }
}

extension FailureReporter {
  /// Fails the running XCTest test; does nothing if the process has not loaded XCTest.
  static let xcTest = FailureReporter { text, position in
    xcTestFail?(text, position.filePath, position.line)
  }

  private typealias XCTFail = @convention(thin) (String, StaticString, UInt) -> Void

  /// `XCTFail(_:file:line:)`, looked up by name, because linking XCTest here would make every client link XCTest.
  private static let xcTestFail: XCTFail? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_LAZY), "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF") else {
      return nil
    }
    // SAFETY: the mangled name encodes exactly this module, function and signature.
    return unsafeBitCast(symbol, to: XCTFail.self)
  }()
}

/// The source location of a call in a test.
public struct SourcePosition: Sendable, CustomStringConvertible {
  /// The file's module and name, as in `#fileID`.
  public let fileID: StaticString
  /// The full path of the file.
  public let filePath: StaticString
  /// The line number, starting at 1.
  public let line: UInt
  /// The column number, starting at 1.
  public let column: UInt

  /// Creates the source location of the caller.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  public var description: String { "\(fileID):\(line)" }
}
