import Puredux
import PureduxCases

extension IssueList.Action {
  /// The action of a typed line, such as "load", "add Crash on launch" or "toggle 1".
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    if words == ["load"] {
      self = .load
      return
    }
    if words == ["undo"] || words == ["redo"] {
      self = words == ["undo"] ? .undo : .redo
      return
    }
    if words.first == "find" {
      self = .search(words.count == 2 ? words[1] : "")
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

extension Tracker.Action {
  /// The action of a typed line, such as "open 1", "back" or a command of the list.
  init?(_ line: String, in tracker: Tracker) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first.flatMap { Int($0) }) {
    case ("open", let id?): self = .open(id)
    case ("back", nil): self = .navigated(PathChange(from: tracker.routes, to: tracker.routes.dropLast()))
    default:
      if let id = tracker.path.last?.id, let action = IssueDetail.Action(line) {
        self = .detail(id, action)
      } else if let action = IssueList.Action(line) {
        self = .list(action)
      } else {
        return nil
      }
    }
  }
}

extension IssueDetail.Action {
  /// The action of a typed line: "edit", "title TEXT", "notes TEXT", "save" or "cancel".
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    switch (words.first, words.dropFirst().first) {
    case ("edit", nil): self = .edit
    case ("title", let text?): self = .form(.edit(.title(text)))
    case ("notes", let text?): self = .form(.edit(.notes(text)))
    case ("save", nil): self = .form(.save)
    case ("cancel", nil): self = .form(.cancel)
    default: return nil
    }
  }
}
