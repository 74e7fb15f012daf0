import Puredux
import PureduxCases
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct IssueFormTests {
  @Test func `a form without a title is not saved`() {
    let outcomes = Recorder<IssueForm.Outcome>()
    let story = TestStore {
      StateStore(feature: IssueForm(issue: Issue(id: 1, title: "Crash"))) { outcomes.record($0.reduce($1)) }
    }
    story.send(.edit(.title(""))) { $0.issue.title = "" }
    story.send(.save)
    story.send(.edit(.title("Crash on launch"))) { $0.issue.title = "Crash on launch" }
    story.send(.save)
    story.finish()
    #expect(outcomes.values == [.stays, .stays, .stays, .isSaved(Issue(id: 1, title: "Crash on launch"))])
  }
}
