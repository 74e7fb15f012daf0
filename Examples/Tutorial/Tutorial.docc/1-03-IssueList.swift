import Puredux

struct IssueList: Feature, Equatable {
  enum Action: Sendable {
    case add(String)
    case toggle(Issue.ID)
  }

  var issues: OrderedState<Issue> = []

  mutating func reduce(_ action: Action) {
    switch action {
    case .add(let title): issues.append(Issue(id: issues.count + 1, title: title))
    case .toggle(let id): issues[id: id]?.isOpen.toggle()
    }
  }
}
