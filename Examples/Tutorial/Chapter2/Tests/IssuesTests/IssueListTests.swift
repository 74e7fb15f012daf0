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

  @Test func `an issue is closed and opened again`() {
    let list = IssueList(issues: [Issue(id: 1, title: "Crash on launch")])
    let story = TestStore { StateStore(feature: list) { $0.reduce($1) } }
    story.send(.toggle(1)) { $0.issues[id: 1]?.isOpen = false }
    story.send(.toggle(1)) { $0.issues[id: 1]?.isOpen = true }
    story.send(.toggle(7))
    story.finish()
  }
}
