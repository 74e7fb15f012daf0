import PureduxTesting
import Testing
import XCTest

@Suite struct `A failure reported in Swift Testing` {
  @Test(arguments: FailingUse.all.indices)
  func `has the text of the tool, and the line of its use`(_ index: Int) {
    let use = FailingUse.all[index]
    withKnownIssue {
      use.perform()
    } matching: { issue in
      issue.comments.map(\.rawValue) == [use.text] && issue.sourceLocation?.line == Int(use.line)
    }
  }

  @Test func `fails the test at the caller's line`() {
    let place = SourcePosition()
    withKnownIssue {
      StoreContext.current.failureReporter.report("told to fail", at: place)
    } matching: { issue in
      issue.comments == ["told to fail"] && issue.sourceLocation?.line == Int(place.line)
        && issue.sourceLocation?.fileID == #fileID
    }
  }
}

final class FailureInXCTest: XCTestCase {
  func testFailsTheTestAtTheCallersLine() {
    let place = SourcePosition()
    recorded = []
    isExpecting = true
    StoreContext.current.failureReporter.report("told to fail", at: place)
    isExpecting = false
    XCTAssertEqual(recorded, ["told to fail at \(place.line)"])
  }

  func testHasTheTextOfTheToolAndTheLineOfItsUse() {
    for use in FailingUse.all {
      recorded = []
      isExpecting = true
      use.perform()
      isExpecting = false
      XCTAssertEqual(recorded, ["\(use.text) at \(use.line)"])
    }
  }

  private var isExpecting = false
  private var recorded: [String] = []

  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      guard isExpecting else { return super.record(issue) }
      recorded.append("\(issue.compactDescription) at \(issue.sourceCodeContext.location?.lineNumber ?? 0)")
    }
  #else
    override func recordFailure(withDescription text: String, inFile path: String, atLine line: Int, expected: Bool) {
      guard isExpecting else {
        return super.recordFailure(withDescription: text, inFile: path, atLine: line, expected: expected)
      }
      recorded.append("\(text.replacingOccurrences(of: "failed - ", with: "")) at \(line)")
    }
  #endif
}
