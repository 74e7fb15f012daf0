/// The one place in which two texts differ, in characters.
struct TextChange {
  /// The range of the old text that is not in the new one.
  let removed: Range<Int>
  /// The characters of the new text in its place.
  let inserted: ArraySlice<Character>

  init(_ old: [Character], _ new: [Character]) {
    let common = min(old.count, new.count)
    let start = (0..<common).first { old[$0] != new[$0] } ?? common
    let end = (0..<common - start).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? common - start
    removed = start..<old.count - end
    inserted = new[start..<new.count - end]
  }

  /// A change that replaces each character by one other, as making them capital letters does, moves nothing.
  private var movesNothing: Bool { removed.count == inserted.count }
  private var growth: Int { inserted.count - removed.count }

  /// Where another change that starts here starts in the new text.
  func start(at offset: Int) -> Int {
    if movesNothing || offset < removed.lowerBound { return offset }
    return offset < removed.upperBound ? removed.lowerBound + inserted.count : offset + growth
  }

  /// Where another change that ends here ends in the new text.
  func end(at offset: Int) -> Int {
    if movesNothing || offset <= removed.lowerBound { return offset }
    return offset < removed.upperBound ? removed.lowerBound : offset + growth
  }

  /// Where a cursor that is here belongs in the new text. What is inserted at the cursor comes before it.
  func cursor(at offset: Int) -> Int {
    !removed.isEmpty && offset == removed.lowerBound ? offset : start(at: offset)
  }
}

/// What changed from one text to another: one place in it, where characters were removed, inserted, or both.
///
/// ```swift
/// var text = "hello"
/// let edit = TextEdit(from: text, to: "hello!")   // the user types "!"
/// text = ""                                       // meanwhile the message is sent
/// text.apply(edit)                                // "!"
/// ```
public struct TextEdit: Hashable, Codable, Sendable {
  /// The text before the edit.
  public let old: String
  /// The text after the edit.
  public let new: String

  /// The edit that makes one text of the other.
  public init(from old: String, to new: String) {
    self.old = old
    self.new = new
  }

  /// Where a cursor belongs after the edit that stood so many characters into the text before it.
  ///
  /// A cursor before the change stays where it is, one behind it moves along with the text, and one inside of removed
  /// text goes to the end of its replacement.
  public func cursor(at offset: Int) -> Int {
    TextChange(Array(old), Array(new)).cursor(at: min(max(0, offset), old.count))
  }

  /// The text in which this edit is made as well, where the text has changed since the edit began.
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
  /// Makes an edit of the user's, to be called in a reducer.
  ///
  /// Where the text has changed since the edit began, both changes are kept. No character that the user inserted is lost.
  public mutating func apply(_ edit: TextEdit) { self = edit.merged(into: self) }
}
