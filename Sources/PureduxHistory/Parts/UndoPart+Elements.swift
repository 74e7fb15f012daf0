public import PureduxCollections

extension UndoPart {
  /// Creates a part that covers the elements of an ordered state, including their order.
  ///
  /// A change stores the old values of the changed elements, never the collection. Replacing the whole collection, as
  /// in `document.notes = OrderedState(other)`, cannot be undone and is reported as misuse: change the collection in
  /// place instead.
  ///
  /// ```swift
  /// let part: UndoPart<Document> = .elements("notes", \.notes, size: { $0.text.utf8.count })
  /// ```
  ///
  /// - Parameters:
  ///   - name: Identifies the part in a saved history.
  ///   - path: The stored property of the document.
  ///   - size: Returns the approximate heap size of an element in bytes, which counts toward the history's limit.
  /// - Returns: A part whose changes are saved with the history.
  @inlinable
  public static func elements<Element: Identifiable & Equatable & Codable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Document, OrderedState<Element>> & Sendable,
    size: @escaping @Sendable (_ element: Element) -> Int = { _ in 0 }
  ) -> UndoPart where Element.ID: Codable & Sendable {
    part(name, path, size, PartCoding())
  }

  /// Creates a part for the elements of an ordered state; changes to the part are not saved.
  ///
  /// A saved history contains only the steps after the last change to this part.
  ///
  /// - Parameters:
  ///   - name: Identifies the part.
  ///   - path: The stored property of the document.
  ///   - size: Returns the approximate heap size of an element in bytes, which counts toward the history's limit.
  @inlinable
  public static func elements<Element: Identifiable & Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Document, OrderedState<Element>> & Sendable,
    size: @escaping @Sendable (_ element: Element) -> Int = { _ in 0 }
  ) -> UndoPart where Element.ID: Sendable {
    part(name, path, size, nil)
  }

  /// Creates a part whose closures are specialized in the client module.
  ///
  /// Specialization halves the time it takes to record a step.
  @inlinable
  static func part<Element: Identifiable & Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<Document, OrderedState<Element>> & Sendable,
    _ size: @escaping @Sendable (Element) -> Int, _ coding: PartCoding<[ElementReversal<Element>]>?
  ) -> UndoPart where Element.ID: Sendable {
    let part = ElementsPart<Document, Element>(
      name: name, coding: coding,
      revert: { document, reversals in document[keyPath: path].revert(reversals) },
      hasEffect: { document, reversals in ElementReversal.haveEffect(reversals, in: document[keyPath: path]) },
      join: { document, later, reversals, group in
        group.join(later, to: &reversals, in: document[keyPath: path], size)
      },
      bytes: { reversals in reversals.reduce(0) { $0 + $1.bytes(size) } })
    let begin: @Sendable (inout Document) -> EndOfRecording<Document> = { document in
      let mark = document[keyPath: path].beginRecording()
      return { (document: inout Document) -> PartRecord<Document> in
        guard let change = ElementReversal.end(mark, in: &document[keyPath: path]) else { return .replaced }
        return change.isEmpty ? .unchanged : .changed(ElementsChange(place: part, reversals: change))
      }
    }
    guard let coding else { return UndoPart(name: name, begin: begin, decode: nil) }
    return UndoPart(name: name, begin: begin) { ElementsChange(place: part, reversals: try coding.decode($0)) }
  }
}
