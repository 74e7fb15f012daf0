import Puredux

struct IssueList: Feature, Equatable {
  enum Action: Sendable {
    case type(String)
    case add(String)
    case toggle(Issue.ID)
  }

  var issues: OrderedState<Issue> = []
  /// The title of the next issue, as typed so far.
  var draft = ""

  mutating func reduce(_ action: Action) {
    switch action {
    case .type(let text): draft = text
    case .add(let title):
      issues.append(Issue(id: issues.count + 1, title: title))
      draft = ""
    case .toggle(let id): issues[id: id]?.isOpen.toggle()
    }
  }
}
