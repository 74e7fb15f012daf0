/// The single range of characters in which two texts differ.
struct TextChange {
  /// The replaced range of the old text.
  let removed: Range<Int>
  /// The characters of the new text that replace the removed range.
  let inserted: ArraySlice<Character>

  init(_ old: [Character], _ new: [Character]) {
    let common = min(old.count, new.count)
    let start = (0..<common).first { old[$0] != new[$0] } ?? common
    let end = (0..<common - start).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? common - start
    removed = start..<old.count - end
    inserted = new[start..<new.count - end]
  }

  /// Whether the removed and inserted texts have the same length. If so, no positions shift.
  private var movesNothing: Bool { removed.count == inserted.count }
  private var growth: Int { inserted.count - removed.count }

  /// Converts the start of another change from an offset in the old text to an offset in the new text.
  func start(at offset: Int) -> Int {
    if movesNothing || offset < removed.lowerBound { return offset }
    return offset < removed.upperBound ? removed.lowerBound + inserted.count : offset + growth
  }

  /// Converts the end of another change from an offset in the old text to an offset in the new text.
  func end(at offset: Int) -> Int {
    if movesNothing || offset <= removed.lowerBound { return offset }
    return offset < removed.upperBound ? removed.lowerBound : offset + growth
  }

  /// Converts a cursor position in the old text to a position in the new text. A cursor at the insertion point moves to
  /// the end of the inserted text.
  func cursor(at offset: Int) -> Int {
    !removed.isEmpty && offset == removed.lowerBound ? offset : start(at: offset)
  }
}

/// A change that turns one text into another by replacing a single range of characters.
///
/// ```swift
/// var text = "hello"
/// let edit = TextEdit(from: text, to: "hello!")   // the user types "!"
/// text = ""                                       // in the meantime, the message is sent
/// text.apply(edit)                                // "!"
/// ```
public struct TextEdit: Hashable, Codable, Sendable {
  /// The text before the edit.
  public let old: String
  /// The text after the edit.
  public let new: String

  /// Creates the edit that turns `old` into `new`.
  public init(from old: String, to new: String) {
    self.old = old
    self.new = new
  }

  /// Converts a cursor position in the text before the edit to a position in the text after the edit.
  ///
  /// A cursor before the change keeps its offset, and a cursor after the change moves with the text. A cursor inside
  /// the removed text moves to the end of the replacement, or keeps its offset if the replacement is as long as the
  /// removed text.
  public func cursor(at offset: Int) -> Int {
    TextChange(Array(old), Array(new)).cursor(at: min(max(0, offset), old.count))
  }

  /// Returns `current` with this edit applied, even if the text has changed since the edit began.
  func merged(into current: String) -> String {
    if current == old { return new }
    let base = Array(old)
    let (mine, other) = (TextChange(base, Array(new)), TextChange(base, Array(current)))
    let start = other.start(at: mine.removed.lowerBound)
    let end = mine.removed.isEmpty ? start : max(start, other.end(at: mine.removed.upperBound))
    var text = Array(current)
    text.replaceSubrange(start..<end, with: mine.inserted)
    return String(text)
  }
}

extension String {
  /// Applies the user's edit to this text. Call this method in a reducer.
  ///
  /// If the text has changed since the edit began, changes outside the range that the user replaced are kept, and so is
  /// every character that the user inserted.
  public mutating func apply(_ edit: TextEdit) { self = edit.merged(into: self) }
}
