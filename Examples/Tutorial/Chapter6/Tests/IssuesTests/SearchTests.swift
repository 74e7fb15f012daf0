import Puredux
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct SearchTests {
  private static let issues: OrderedState = [
    Issue(id: 1, title: "Crash on launch"), Issue(id: 2, title: "Search is slow"),
  ]

  /// The list with a server that records the texts that are searched.
  private static func story(_ texts: Recorder<String>) -> TestStore<IssueList, IssueList.Action> {
    TestStore {
      Dependencies.with {
        $0.issueServer.search = { text in
          texts.record(text)
          return [2]
        }
      } operation: {
        StateStore(feature: IssueList(issues: issues)) { $0.reduce($1) }
      }
    }
  }

  @Test func `typing makes one request`() {
    let texts = Recorder<String>()
    let story = Self.story(texts)
    for text in ["s", "sl", "slo"] {
      story.send(.search(text)) {
        $0.query = text
        $0.searching.restart(delay: 0.3)
      }
      story.advance(by: .milliseconds(100))
    }
    story.advance(by: .milliseconds(200))
    story.receive(.found([2])) {
      $0.hits = [2]
      $0.searching.succeed()
    }
    story.finish()
    #expect(texts.values == ["slo"])
    #expect(story.state.visible.map(\.title) == ["Search is slow"])
  }

  @Test func `an empty text ends the search`() {
    let texts = Recorder<String>()
    let story = Self.story(texts)
    story.send(.search("s")) {
      $0.query = "s"
      $0.searching.restart(delay: 0.3)
    }
    story.send(.search("")) {
      $0.query = ""
      $0.searching.cancel()
    }
    story.advance(by: .seconds(1))
    story.finish()
    #expect(texts.values.isEmpty)
  }
}
