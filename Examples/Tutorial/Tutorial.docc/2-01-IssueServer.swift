import Puredux

/// The requests of the application.
struct IssueServer: Sendable {
  var issues: @Sendable () async throws -> [Issue]
}

extension IssueServer {
  /// An in-process server.
  static let demo = IssueServer {
    try await StoreContext.current.clock.sleep(.milliseconds(50))
    return [
      Issue(id: 1, title: "Crash on launch"),
      Issue(id: 2, title: "Typo in the title", isOpen: false),
      Issue(id: 3, title: "Search is slow"),
    ]
  }
}

extension Dependencies {
  @DependencyEntry var issueServer: IssueServer = .demo
}
