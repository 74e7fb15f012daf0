/// The recordings of all parts of a document.
@frozen
@usableFromInline
struct DocumentRecording<Document: Undoable> {
  @usableFromInline let ends: [EndOfRecording<Document>]

  /// Starts recording all parts.
  @inlinable
  init(_ document: inout Document) { ends = Document.undone.map { $0.begin(&document) } }

  /// Ends the recordings. Returns the reversals, or nil if the collection of a part was replaced.
  ///
  /// Replacing the collection of a part is reported as misuse.
  @inlinable
  func end(in document: inout Document) -> [any PartChange<Document>]? {
    var (changes, replaced) = ([any PartChange<Document>](), [Int]())
    // Recordings on one thread must end in last-in, first-out order.
    for index in ends.indices.reversed() {
      switch ends[index](&document) {
      case .unchanged: break
      case .changed(let change): changes.append(change)
      case .replaced: replaced.append(index)
      }
    }
    guard !replaced.isEmpty else { return changes }
    Self.report(replaced)
    return nil
  }

  @usableFromInline
  static func report(_ replaced: [Int]) {
    for index in replaced {
      StoreContext.current.report(.partReplaced(Document.undone[index].name, of: "\(Document.self)"))
    }
  }

  /// Ends the recordings and discards their results.
  @usableFromInline
  func drop(in document: inout Document) { for end in ends.reversed() { _ = end(&document) } }
}

extension Misuse {
  static func partReplaced(_ part: String, of document: String) -> Misuse {
    Misuse(
      "the part \"\(part)\" of a \(document) was replaced as a whole in an undoable change",
      so: "neither this change nor the others in the same step can be undone",
      fix:
        "change the collection in place, for example with `removeAll()` and `append(contentsOf:)`, or group the change as "
        + "`.untracked` if it is not the user's")
  }
}
