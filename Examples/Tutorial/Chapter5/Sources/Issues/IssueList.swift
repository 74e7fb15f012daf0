import Puredux
import PureduxHistory

struct IssueList: Feature, Equatable {
  enum Action: Sendable {
    case load
    case loaded([Issue])
    case failed(any Error)
    case type(String)
    case add(String)
    case toggle(Issue.ID)
    case undo
    case redo
    case search(String)
    case found([Issue.ID])
    case searchFailed(any Error)
  }

  var board = Board()
  var history = History<Board>()
  /// The title of the next issue, as typed so far.
  var draft = ""
  var loading = Effect.State.idle()
  var query = ""
  /// The issues that were found; nil without a search.
  var hits: [Issue.ID]?
  var searching = Effect.State.idle()

  init(issues: OrderedState<Issue> = []) { board.issues = issues }

  var issues: OrderedState<Issue> {
    get { board.issues }
    set { board.issues = newValue }
  }

  /// The issues to display.
  var visible: OrderedState<Issue> { hits.map { hits in issues.filter { hits.contains($0.id) } } ?? issues }

  mutating func reduce(_ action: Action) {
    switch action {
    case .load: loading.restart(RetryPolicy(maxAttempts: 3, base: 0.1))
    case .loaded(let issues):
      history.change(&board, .untracked) { $0.receive(issues) }
      loading.succeed()
    case .failed(let error): loading.retryOrFailWith(error)
    case .type(let text): draft = text
    case .add(let title): add(title)
    case .toggle(let id):
      guard var issue = issues[id: id] else { break }
      issue.isOpen.toggle()
      replace(issue, named: issue.isOpen ? "Open" : "Close")
    case .undo: markingChanges { $0.undo(&$1) }
    case .redo: markingChanges { $0.redo(&$1) }
    case .search(""):
      (query, hits) = ("", nil)
      searching.cancel()
    case .search(let text):
      query = text
      searching.restart(delay: 0.3)
    case .found(let ids):
      hits = ids
      searching.succeed()
    case .searchFailed(let error): searching.retryOrFailWith(error)
    }
  }

  mutating func add(_ title: String) {
    markingChanges { $0.change(&$1, .untracked) { $0.issues.append(Issue(id: $0.issues.count + 1, title: title)) } }
    draft = ""
  }

  /// Replaces an issue with a changed one.
  mutating func replace(_ issue: Issue, named name: String = "Edit") {
    markingChanges { $0.change(&$1, .single.named(name)) { $0.issues[id: issue.id] = issue } }
  }

  /// Changes the document, and marks the issues that have changed.
  private mutating func markingChanges(_ body: (inout History<Board>, inout Board) -> Void) {
    let old = board.issues
    body(&history, &board)
    board.markChanges(since: old)
  }

  static let effects: Effects = [
    .effect(\.loading, name: "load issues", onFailure: Action.failed) { _, dispatch in
      Effect { dispatch(.loaded(try await Dependencies[\.issueServer].issues())) }
    },
    .effect(\.searching, name: "search", onFailure: Action.searchFailed) { list, dispatch in
      Effect { dispatch(.found(try await Dependencies[\.issueServer].search(list.query))) }
    },
  ]
}
