import Puredux
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct OfflineTests {
  private static let crash = Issue(id: 1, title: "Crash on launch")
  private static let closed = Issue(id: 1, title: "Crash on launch", isOpen: false)

  @Test func `a change that is made offline is sent an hour later`() {
    let (context, saved) = (TestContext(), Recorder<Issue>())
    let store = context.run {
      Dependencies.with {
        $0.issueServer.save = { issue in
          guard StoreContext.current.clock.now() >= .seconds(3600) else { throw Offline() }
          saved.record(issue)
        }
      } operation: {
        StateStore(feature: Tracker(list: IssueList(issues: [Self.crash]))) { $0.reduce($1) }
      }
    }
    store.dispatch(.list(.toggle(1)))
    context.advance(by: .seconds(3599))
    #expect(store.state.list.board.unsent == [1])
    context.advance(by: .seconds(61))
    #expect(store.state.list.board.unsent == [])
    #expect(saved.values == [Self.closed])
    #expect(context.misuse.values.isEmpty)
  }
}
