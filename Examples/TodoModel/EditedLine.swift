/// One line of text with a cursor, and its edits.
package struct EditedLine: Sendable, Equatable, Codable {
  /// The text before the cursor.
  package private(set) var before: String
  /// The text after the cursor.
  package private(set) var after = ""

  /// Puts the cursor at the end.
  package init(_ text: String = "") { before = text }

  package var text: String { before + after }

  /// Inserts text at the cursor. Line breaks and tabs become spaces; other control characters are omitted.
  package mutating func insert(_ text: String) {
    let scalars = text.unicodeScalars.map { $0 == "\t" || $0.properties.isPatternWhitespace ? " " : $0 }
    before.unicodeScalars.append(contentsOf: scalars.filter { $0.properties.generalCategory != .control })
  }

  package mutating func deleteBackward() { _ = before.popLast() }
  package mutating func deleteForward() { _ = after.popFirst() }
  package mutating func deleteToStart() { before = "" }
  package mutating func deleteToEnd() { after = "" }
  package mutating func deleteWordBackward() { before = String(before[..<startOfWord]) }

  package mutating func moveLeft() {
    move(to: before.isEmpty ? before.endIndex : before.index(before: before.endIndex))
  }
  package mutating func moveWordLeft() { move(to: startOfWord) }
  package mutating func moveToStart() { move(to: before.startIndex) }

  package mutating func moveRight() { if let character = after.popFirst() { before.append(character) } }

  package mutating func moveWordRight() {
    let start = after.firstIndex { !$0.isWhitespace } ?? after.endIndex
    let end = after[start...].firstIndex(where: \.isWhitespace) ?? after.endIndex
    before += after[..<end]
    after = String(after[end...])
  }

  package mutating func moveToEnd() {
    before += after
    after = ""
  }

  private mutating func move(to index: String.Index) {
    after = before[index...] + after
    before = String(before[..<index])
  }

  /// The start of the word at or before the cursor.
  private var startOfWord: String.Index {
    guard let lastOfWord = before.lastIndex(where: { !$0.isWhitespace }) else { return before.startIndex }
    return before[..<lastOfWord].lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? before.startIndex
  }
}

extension String {
  fileprivate mutating func popFirst() -> Character? { isEmpty ? nil : removeFirst() }
}
