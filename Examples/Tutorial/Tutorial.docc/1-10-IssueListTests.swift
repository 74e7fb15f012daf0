import Puredux
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct IssueListTests {
  @Test func `an added issue is open`() {
    let story = TestStore { StateStore(feature: IssueList()) { $0.reduce($1) } }
    story.send(.add("Crash on launch")) {
      $0.issues = [Issue(id: 1, title: "Crash on launch")]
    }
    story.finish()
  }
}
