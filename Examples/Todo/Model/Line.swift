/// A line that is being typed on a screen: the state of the screen's own store.
struct Line: Sendable, Equatable {
  enum Purpose: Sendable, Equatable {
    case add
    case edit(Item.ID)
    case note(Item.ID)
  }

  let purpose: Purpose
  var text = ""

  /// The line after a key, and what the key brings about.
  func typed(_ key: Key) -> (line: Line?, action: TodoAction?) {
    var line = self
    switch key {
    case .character(let character): line.text.append(character)
    case .backspace: _ = line.text.popLast()
    case .enter: return (nil, text.isEmpty ? nil : finished)
    case .escape: return (nil, nil)
    case .up, .down, .interrupt: break
    }
    return (line, nil)
  }

  private var finished: TodoAction {
    switch purpose {
    case .add: .add(text)
    case .edit(let id): .edit(id, text)
    case .note(let id): .note(id, text)
    }
  }
}
