import Puredux
import PureduxCases

/// The form in which an issue is changed.
struct IssueForm: Feature, Identifiable, Equatable {
  enum Action: Sendable {
    case edit(Issue.Edit)
    case save
    case cancel
  }

  enum Outcome: Equatable {
    case stays
    case isSaved(Issue)
    case isCancelled
  }

  var issue: Issue

  var id: Issue.ID { issue.id }
  var canSave: Bool { !issue.title.isEmpty }

  mutating func reduce(_ action: Action) -> Outcome {
    switch action {
    case .edit(let edit):
      issue.apply(edit)
      return .stays
    case .save: return canSave ? .isSaved(issue) : .stays
    case .cancel: return .isCancelled
    }
  }
}
