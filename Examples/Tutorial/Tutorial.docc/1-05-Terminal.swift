import Puredux

extension IssueList {
  /// The list as lines of text.
  var text: String {
    issues.map { "\($0.isOpen ? "○" : "●") \($0.id) \($0.title)" }.joined(separator: "\n")
  }
}
