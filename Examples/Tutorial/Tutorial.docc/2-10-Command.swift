import Puredux

extension IssueList.Action {
  /// The action of a typed line, such as "load", "add Crash on launch" or "toggle 1".
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    if words == ["load"] {
      self = .load
      return
    }
    guard words.count == 2 else { return nil }
    switch words[0] {
    case "add": self = .add(words[1])
    case "toggle":
      guard let id = Int(words[1]) else { return nil }
      self = .toggle(id)
    default: return nil
    }
  }
}
