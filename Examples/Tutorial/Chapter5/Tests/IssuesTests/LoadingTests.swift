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

  @Test func `a request is tried three times`() {
    let story = TestStore {
      Dependencies.with {
        $0.issueServer = IssueServer { throw Offline() }
      } operation: {
        StateStore(feature: IssueList()) { $0.reduce($1) }
      }
    }
    story.send(.load) { $0.loading.restart(Self.policy) }
    for delay in [100, 200] {
      story.receive(.failed(Offline())) { $0.loading.retryOrFailWith(Offline()) }
      story.advance(by: .milliseconds(delay))
    }
    story.receive(.failed(Offline())) { $0.loading.retryOrFailWith(Offline()) }
    #expect(story.state.loading.isFailed)
    story.finish()
  }

  @Test func `loading again cancels the request in progress`() {
    let answers = Recorder<Issue>()
    let story = TestStore {
      Dependencies.with {
        $0.issueServer = IssueServer {
          try await StoreContext.current.clock.sleep(.seconds(1))
          answers.record(Self.crash)
          return [Self.crash]
        }
      } operation: {
        StateStore(feature: IssueList()) { $0.reduce($1) }
      }
    }
    story.send(.load) { $0.loading.restart(Self.policy) }
    story.advance(by: .milliseconds(900))
    story.send(.load) { $0.loading.restart(Self.policy) }
    story.advance(by: .seconds(1))
    story.receive(.loaded([Self.crash])) {
      $0.issues = [Self.crash]
      $0.loading.succeed()
    }
    story.finish()
    #expect(answers.values.count == 1)
  }
}
