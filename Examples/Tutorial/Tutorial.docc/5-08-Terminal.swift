import Puredux

extension IssueList {
  /// The list as lines of text.
  var text: String {
    var lines = query.isEmpty ? [] : ["Found for \(query):"]
    lines += visible.map { "\($0.isOpen ? "○" : "●") \($0.id) \($0.title)" }
    if !board.unsent.isEmpty { lines.append("Not sent yet: \(board.unsent.count)") }
    if loading.isFailed { lines.append("The issues could not be loaded. Type load to try again.") }
    return lines.joined(separator: "\n")
  }
}

extension Tracker {
  /// The topmost screen as lines of text.
  var text: String {
    guard let detail = path.last, let issue = list.issues[id: detail.id] else { return list.text }
    if let form = detail.form { return "Title: \(form.issue.title)\nNotes: \(form.issue.notes)" }
    var lines = ["\(issue.title) (\(issue.isOpen ? "open" : "closed"))"]
    if !issue.notes.isEmpty { lines.append(issue.notes) }
    lines += detail.comments.map { "  \($0.text)" }
    if detail.loading.isFailed { lines.append("The comments could not be loaded.") }
    return lines.joined(separator: "\n")
  }

  /// Whether a request is in progress.
  var isWaiting: Bool {
    list.loading.isInProgress || list.searching.isInProgress || path.contains { $0.loading.isInProgress }
      || saving.currentAttempt == 0
  }
}
