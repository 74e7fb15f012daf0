import Puredux
import PureduxCases
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct TrackerTests {
  private static let crash = Issue(id: 1, title: "Crash on launch")

  /// The application with one issue, and a server that takes a second for each response.
  private static func story() -> TestStore<Tracker, Tracker.Action> {
    TestStore {
      Dependencies.with {
        $0.issueServer = IssueServer {
          [crash]
        } comments: { _ in
          try await StoreContext.current.clock.sleep(.seconds(1))
          return [Comment(id: 1, text: "Only after an update.")]
        }
      } operation: {
        StateStore(feature: Tracker(list: IssueList(issues: [crash]))) { $0.reduce($1) }
      }
    }
  }

  @Test func `a screen loads its comments`() {
    let story = Self.story()
    story.send(.open(1)) { $0.path = [IssueDetail(id: 1)] }
    story.advance(by: .seconds(1))
    story.receive(.detail(1, .loaded([Comment(id: 1, text: "Only after an update.")]))) {
      $0.path[id: 1]?.comments = [Comment(id: 1, text: "Only after an update.")]
      $0.path[id: 1]?.loading.succeed()
    }
    story.finish()
  }

  @Test func `leaving a screen cancels its request`() {
    let story = Self.story()
    story.send(.open(1)) { $0.path = [IssueDetail(id: 1)] }
    story.advance(by: .milliseconds(500))
    story.send(.navigated(PathChange(from: [1], to: []))) { $0.path = [] }
    story.advance(by: .seconds(10))
    story.finish()
  }

  @Test func `a saved form changes the issue`() {
    let story = Self.story()
    story.send(.open(1)) { $0.path = [IssueDetail(id: 1)] }
    story.send(.detail(1, .edit)) { $0.path[id: 1]?.form = IssueForm(issue: Self.crash) }
    story.send(.detail(1, .form(.edit(.title("Crash at night"))))) {
      $0.path[id: 1]?.form?.issue.title = "Crash at night"
    }
    story.send(.detail(1, .form(.save))) {
      $0.list.replace(Issue(id: 1, title: "Crash at night"))
      $0.path[id: 1]?.form = nil
      $0.saving.run(Tracker.policy)
    }
    story.receive(.saved(Issue(id: 1, title: "Crash at night"))) {
      $0.list.board.unsent = []
      $0.saving.succeed()
    }
    story.send(.navigated(PathChange(from: [1], to: []))) { $0.path = [] }
    story.finish()
  }
}
