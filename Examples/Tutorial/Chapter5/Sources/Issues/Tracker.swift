import Puredux

/// The application: the list, and a stack of screens above it.
struct Tracker: Feature, Equatable {
  enum Action: Sendable {
    case list(IssueList.Action)
    case open(Issue.ID)
    case detail(Issue.ID, IssueDetail.Action)
    case navigated(PathChange<Issue.ID>)
    case saved(Issue)
    case saveFailed(any Error)
    case connected
  }

  var list = IssueList()
  var path: OrderedState<IssueDetail> = []
  var saving = Effect.State.idle()

  /// Tries again after 1, 2, 4 … seconds, at least once a minute, indefinitely.
  static let policy = RetryPolicy(maxAttempts: .max, base: 1, cap: 60)

  /// The stack as SwiftUI knows it.
  var routes: [Issue.ID] { path.map(\.id) }

  mutating func reduce(_ action: Action) {
    switch action {
    case .list(let action): list.reduce(action)
    case .open(let id):
      if list.issues.contains(id: id), !path.contains(id: id) { path.append(IssueDetail(id: id)) }
    case .detail(let id, let action): path[id: id]?.reduce(action, &list)
    case .navigated(let change): for id in change.left { path.remove(id: id) }
    case .saved(let issue):
      list.board.unsent.removeAll { $0 == issue.id }
      saving.succeed()
    case .saveFailed(let error): saving.retryOrFailWith(error)
    case .connected: if saving.isInProgress { saving.restart(Self.policy) }
    }
    if !list.board.unsent.isEmpty { saving.run(Self.policy) }
  }

  static let effects: Effects = [
    .part(\.list, Action.list),
    .parts(\.path, Action.detail),
    .effect(\.saving, name: "save", onFailure: Action.saveFailed) { tracker, dispatch in
      Effect {
        guard let id = tracker.list.board.unsent.first, let issue = tracker.list.issues[id: id] else { return }
        try await Dependencies[\.issueServer].save(issue)
        dispatch(.saved(issue))
      }
    },
  ]
}
