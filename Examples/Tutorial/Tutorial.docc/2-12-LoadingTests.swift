import Puredux
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct LoadingTests {
  private static let crash = Issue(id: 1, title: "Crash on launch")
  private static let policy = RetryPolicy(maxAttempts: 3, base: 0.1)

  @Test func `the issues of the server are listed`() {
    let story = TestStore {
      Dependencies.with {
        $0.issueServer = IssueServer { [Self.crash] }
      } operation: {
        StateStore(feature: IssueList()) { $0.reduce($1) }
      }
    }
    story.send(.load) { $0.loading.restart(Self.policy) }
    story.receive(.loaded([Self.crash])) {
      $0.issues = [Self.crash]
      $0.loading.succeed()
    }
    story.finish()
  }
}
