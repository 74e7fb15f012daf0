import Puredux

struct Comment: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  let text: String
}

/// The requests of the application.
struct IssueServer: Sendable {
  var issues: @Sendable () async throws -> [Issue]
  var comments: @Sendable (Issue.ID) async throws -> [Comment] = { _ in [] }
  var search: @Sendable (_ text: String) async throws -> [Issue.ID] = { _ in [] }
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

  func search(_ text: String) async throws -> [Issue.ID] {
    try await respond()
    return issues.filter { $0.title.lowercased().contains(text.lowercased()) }.map(\.id)
  }

  func comments(on issue: Issue.ID) async throws -> [Comment] {
    try await respond()
    guard issue == 1 else { return [] }
    return [
      Comment(id: 1, text: "Only after an update."),
      Comment(id: 2, text: "A restart helps."),
    ]
  }
}

extension IssueServer {
  static let demo = IssueServer(DemoServer(failures: 0))

  init(_ server: DemoServer) {
    issues = { try await server.allIssues() }
    comments = { try await server.comments(on: $0) }
    search = { try await server.search($0) }
  }
}

extension Dependencies {
  @DependencyEntry var issueServer: IssueServer = .demo
}
