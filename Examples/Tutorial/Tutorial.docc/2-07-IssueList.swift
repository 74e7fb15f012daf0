import Puredux

struct IssueList: Feature, Equatable {
  enum Action: Sendable {
    case load
    case loaded([Issue])
    case failed(any Error)
    case type(String)
    case add(String)
    case toggle(Issue.ID)
  }

  var issues: OrderedState<Issue> = []
  /// The title of the next issue, as typed so far.
  var draft = ""
  var loading = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .load: loading.restart(RetryPolicy(maxAttempts: 3, base: 0.1))
    case .loaded(let issues):
      self.issues = OrderedState(issues)
      loading.succeed()
    case .failed(let error): loading.retryOrFailWith(error)
    case .type(let text): draft = text
    case .add(let title):
      issues.append(Issue(id: issues.count + 1, title: title))
      draft = ""
    case .toggle(let id): issues[id: id]?.isOpen.toggle()
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "load issues", onFailure: Action.failed) { _, dispatch in
      Effect { dispatch(.loaded(try await Dependencies[\.issueServer].issues())) }
    }
  ]
}
