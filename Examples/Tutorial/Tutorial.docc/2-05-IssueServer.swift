import Puredux

/// The requests of the application.
struct IssueServer: Sendable {
  var issues: @Sendable () async throws -> [Issue]
}

struct Offline: Error, Equatable {}

/// An in-process server, which fails the first requests.
actor DemoServer {
  private let issues = [
    Issue(id: 1, title: "Crash on launch"),
    Issue(id: 2, title: "Typo in the title", isOpen: false),
    Issue(id: 3, title: "Search is slow"),
  ]
  private var failures: Int

  init(failures: Int) { self.failures = failures }

  private func respond() async throws {
    try await StoreContext.current.clock.sleep(.milliseconds(50))
    failures -= 1
    if failures >= 0 { throw Offline() }
  }

  func allIssues() async throws -> [Issue] {
    try await respond()
    return issues
  }
}

extension IssueServer {
  static let demo = IssueServer(DemoServer(failures: 2))

  init(_ server: DemoServer) {
    issues = { try await server.allIssues() }
  }
}

extension Dependencies {
  @DependencyEntry var issueServer: IssueServer = .demo
}
