// The design permits a condition in this file: a toolchain without Swift Testing still has XCTest.
#if canImport(Testing)
  import Testing
#endif

extension FailureReporter {
  /// Fails the running test, in its framework and at the given line.
  ///
  /// The framework is detected when the reporter is created. A failure recorded for one framework is ignored by the
  /// other, so outside a Swift Testing test both are called.
  public static var testFramework: FailureReporter {
    #if canImport(Testing)
      if Test.current != nil { return swiftTesting }
      return FailureReporter { text, position in
        xcTest.report(text, at: position)
        swiftTesting.report(text, at: position)
      }
    #else
      return xcTest
    #endif
  }

  #if canImport(Testing)
    private static let swiftTesting = FailureReporter(
      attach: { bytes, name, position in
        AttachmentFolder.write(bytes, name, position)
        #if compiler(>=6.2)
          Attachment.record(bytes, named: name)
        #endif
      }
    ) { text, position in
      Issue.record(
        Comment(rawValue: text),
        sourceLocation: SourceLocation(
          fileID: "\(position.fileID)", filePath: "\(position.filePath)", line: Int(position.line),
          column: Int(position.column)))
    }
  #endif
}
