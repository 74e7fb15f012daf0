// Swift Testing is imported conditionally, because a toolchain may contain only XCTest.
#if canImport(Testing)
  import Testing
#endif

extension FailureReporter {
  /// Fails the running test through the test's own framework, at the reported position.
  ///
  /// The framework is detected when the reporter is created. Outside a Swift Testing test, both frameworks receive each
  /// failure, because each framework ignores failures reported outside its own tests.
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
