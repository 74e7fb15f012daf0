import Puredux

extension IssueList {
  /// The list as lines of text.
  var text: String {
    var lines = issues.map { "\($0.isOpen ? "○" : "●") \($0.id) \($0.title)" }
    if loading.isFailed { lines.append("The issues could not be loaded. Type load to try again.") }
    return lines.joined(separator: "\n")
  }
}
