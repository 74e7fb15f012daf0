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
      prune: { document, reversals in ElementReversal.prune(&reversals, in: document[keyPath: path]) },
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

/// Accesses the elements of a part. Created once for each part, and shared by the part's steps.
@usableFromInline
final class ElementsPart<Document, Element: Identifiable & Equatable & Sendable>: Sendable where Element.ID: Sendable {
  let name: String
  let coding: PartCoding<[ElementReversal<Element>]>?
  let revert: @Sendable (inout Document, [ElementReversal<Element>]) -> Void
  let prune: @Sendable (Document, inout [ElementReversal<Element>]) -> Void
  let bytes: @Sendable ([ElementReversal<Element>]) -> Int

  @usableFromInline
  init(
    name: String, coding: PartCoding<[ElementReversal<Element>]>?,
    revert: @escaping @Sendable (inout Document, [ElementReversal<Element>]) -> Void,
    prune: @escaping @Sendable (Document, inout [ElementReversal<Element>]) -> Void,
    bytes: @escaping @Sendable ([ElementReversal<Element>]) -> Int
  ) {
    (self.name, self.coding, self.revert, self.prune, self.bytes) = (name, coding, revert, prune, bytes)
  }
}

/// The reversal of a change to the elements of a part.
@frozen
@usableFromInline
struct ElementsChange<Document, Element: Identifiable & Equatable & Sendable>: PartChange where Element.ID: Sendable {
  let place: ElementsPart<Document, Element>
  var reversals: [ElementReversal<Element>]

  @usableFromInline
  init(place: ElementsPart<Document, Element>, reversals: [ElementReversal<Element>]) {
    (self.place, self.reversals) = (place, reversals)
  }

  @usableFromInline var part: String { place.name }
  @usableFromInline var bytes: Int { 32 + place.bytes(reversals) }
  @usableFromInline var isCodable: Bool { place.coding != nil }

  @usableFromInline
  func revert(_ document: inout Document) { place.revert(&document, reversals) }

  @usableFromInline
  mutating func join(_ later: any PartChange<Document>) -> Bool {
    guard let later = later as? ElementsChange, later.part == part else { return false }
    for reversal in later.reversals { ElementReversal.add(reversal, to: &reversals) }
    return true
  }

  @usableFromInline
  func pruned(in document: Document) -> ElementsChange? {
    var pruned = self
    place.prune(document, &pruned.reversals)
    return pruned.reversals.isEmpty ? nil : pruned
  }

  @usableFromInline
  func encode(to encoder: any Encoder) throws { try place.coding?.encode(reversals, encoder) }

  @usableFromInline
  static func == (one: ElementsChange, other: ElementsChange) -> Bool {
    one.part == other.part && one.reversals == other.reversals
  }
}

extension ElementReversal where Element: Equatable {
  /// Ends a recording, and omits edits that left their element unchanged.
  @inlinable
  static func end(_ mark: RecordingMark<Element>, in elements: inout OrderedState<Element>) -> [Self]? {
    guard var reversals = elements.endRecording(mark) else { return nil }
    prune(&reversals, in: elements)
    return reversals
  }

  /// If all changes are edits, keeps only each element's first edit, and omits edits with no effect.
  @inlinable
  static func prune(_ reversals: inout [Self], in elements: OrderedState<Element>) {
    if reversals.count == 1 {
      if reversals[0].changesNothing(in: elements) { reversals = [] }
      return
    }
    guard reversals.allSatisfy({ if case .replace = $0 { true } else { false } }) else { return }
    var seen: Set<Element.ID> = []
    reversals.removeAll { reversal in
      guard case .replace(let old, _) = reversal else { return false }
      return !seen.insert(old.id).inserted || reversal.changesNothing(in: elements)
    }
  }

  @inlinable
  func changesNothing(in elements: OrderedState<Element>) -> Bool {
    guard case .replace(let old, let position) = self else { return false }
    return elements.index(id: old.id, expectedAt: position).map { elements[$0] == old } ?? true
  }

  @inlinable
  func bytes(_ size: (Element) -> Int) -> Int {
    let stride = MemoryLayout<Self>.stride
    switch self {
    case .replace(let element, _), .put(let element, _): return stride + size(element)
    case .putAll(let elements, let positions):
      return elements.reduce(stride + 64 + 8 * positions.count) { $0 + MemoryLayout<Element>.stride + size($1) }
    case .removeAll(let ids), .order(let ids): return stride + 32 + MemoryLayout<Element.ID>.stride * ids.count
    case .remove, .move: return stride
    }
  }
}
