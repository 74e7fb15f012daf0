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
