/// Text that is being typed, and its purpose.
package struct TodoDraft: Sendable, Equatable, Codable {
  package enum Purpose: Sendable, Equatable, Codable {
    case add
    case edit(TodoItem.ID)
    case note(TodoItem.ID)
  }

  package let purpose: Purpose
  package var line: EditedLine

  package init(purpose: Purpose, text: String = "") {
    self.purpose = purpose
    line = EditedLine(text)
  }

  /// The action that accepts the text; nil if the text is empty.
  package var action: TodoAction? {
    let text = line.text
    guard !text.isEmpty else { return nil }
    switch purpose {
    case .add: return .add(text)
    case .edit(let id): return .edit(id, text)
    case .note(let id): return .note(id, text)
    }
  }
}
