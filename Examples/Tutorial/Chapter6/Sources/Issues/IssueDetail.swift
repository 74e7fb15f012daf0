import Puredux

/// The screen of an issue. The issue itself belongs to the list.
struct IssueDetail: Feature, Identifiable, Equatable {
  enum Action: Sendable {
    case loaded([Comment])
    case failed(any Error)
    case edit
    case form(IssueForm.Action)
  }

  let id: Issue.ID
  var comments: [Comment] = []
  var loading = Effect.State.running(maxAttempts: 3)
  var form: IssueForm?

  /// Reduces an action together with the list, which the issue belongs to.
  mutating func reduce(_ action: Action, _ list: inout IssueList) {
    switch action {
    case .loaded(let comments):
      self.comments = comments
      loading.succeed()
    case .failed(let error): loading.retryOrFailWith(error)
    case .edit: form = list.issues[id: id].map { IssueForm(issue: $0) }
    case .form(let action):
      switch form?.reduce(action) {
      case .isSaved(let issue)?:
        list.replace(issue)
        form = nil
      case .isCancelled?: form = nil
      case .stays?, nil: break
      }
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "load comments", onFailure: Action.failed) { detail, dispatch in
      Effect { dispatch(.loaded(try await Dependencies[\.issueServer].comments(detail.id))) }
    }
  ]
}
