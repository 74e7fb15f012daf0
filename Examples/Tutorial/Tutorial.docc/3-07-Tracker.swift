import Puredux

/// The application: the list, and a stack of screens above it.
struct Tracker: Feature, Equatable {
  enum Action: Sendable {
    case list(IssueList.Action)
    case open(Issue.ID)
    case detail(Issue.ID, IssueDetail.Action)
    case navigated(PathChange<Issue.ID>)
  }

  var list = IssueList()
  var path: OrderedState<IssueDetail> = []

  /// The stack as SwiftUI knows it.
  var routes: [Issue.ID] { path.map(\.id) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .list(let action): list.reduce(action)
    case .open(let id):
      if list.issues.contains(id: id), !path.contains(id: id) { path.append(IssueDetail(id: id)) }
    case .detail(let id, let action): path[id: id]?.reduce(action, &list)
    case .navigated(let change): for id in change.left { path.remove(id: id) }
    }
  }

  static let effects: Effects = [.part(\.list, Action.list), .parts(\.path, Action.detail)]
}
