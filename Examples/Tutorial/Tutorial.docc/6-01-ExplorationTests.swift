import Puredux
import PureduxPersistence
import PureduxTesting
import Testing

@testable import Issues
@testable import struct Issues.Issue

struct ExplorationTests {
  typealias Server = [Issue.ID: Issue]

  private static let server: Server = [1: Issue(id: 1, title: "Crash"), 2: Issue(id: 2, title: "Typo")]

  /// The application with a network that does everything that networks do.
  private static func launch(_ outside: Outside<Server>) -> StateStore<Tracker, Tracker.Action> {
    Dependencies.with {
      $0.issueServer = IssueServer {
        try await outside.call("load") { server in server.values.sorted { $0.id < $1.id } }
      } save: { issue in
        try await outside.call("save") { server in server[issue.id] = issue }
      }
    } operation: {
      Tracker.store(in: MemoryStorage()).store
    }
  }
}
