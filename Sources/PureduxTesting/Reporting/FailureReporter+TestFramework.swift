// Allowed here by the design: a client whose toolchain has no Swift Testing still has XCTest.
#if canImport(Testing)
  import Testing
#endif

extension FailureReporter {
  /// Fails the test of the framework that is running this one, at the line that is given.
  ///
  /// Which one that is, is found where the reporter is made. A failure recorded for one framework is
  /// silent in the other, so outside a test of Swift Testing both are told.
  public static var testFramework: FailureReporter {
    #if canImport(Testing)
      if Test.current != nil { return swiftTesting }
      return FailureReporter { text, place in
        xcTest.report(text, at: place)
        swiftTesting.report(text, at: place)
      }
    #else
      return xcTest
    #endif
  }

  #if canImport(Testing)
    private static let swiftTesting = FailureReporter { text, place in
      Issue.record(
        Comment(rawValue: text),
        sourceLocation: SourceLocation(
          fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line), column: Int(place.column)))
    }
  #endif
}
