import Puredux
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct IssueListTests {
  @Test func `an added issue is open`() {
    let story = TestStore { StateStore(feature: IssueList()) { $0.reduce($1) } }
    story.send(.add("Crash on launch")) { $0.add("Crash on launch") }
    #expect(story.state.issues == [Issue(id: 1, title: "Crash on launch")])
    story.finish()
  }

  @Test func `an issue is closed and opened again`() {
    let open = Issue(id: 1, title: "Crash on launch")
    let closed = Issue(id: 1, title: "Crash on launch", isOpen: false)
    let story = TestStore { StateStore(feature: IssueList(issues: [open])) { $0.reduce($1) } }
    story.send(.toggle(1)) { $0.replace(closed, named: "Close") }
    #expect(story.state.issues == [closed])
    story.send(.toggle(1)) { $0.replace(open, named: "Open") }
    story.send(.toggle(7))
    story.finish()
  }
}
