internal import PureduxCollections

/// Accesses the elements of a part. Created once for each part, and shared by the part's steps.
@usableFromInline
final class ElementsPart<Document, Element: Identifiable & Equatable & Sendable>: Sendable where Element.ID: Sendable {
  @usableFromInline typealias Reversals = [ElementReversal<Element>]

  let name: String
  let coding: PartCoding<Reversals>?
  let revert: @Sendable (inout Document, Reversals) -> Void
  /// Whether reverting the reversals would change the document.
  let hasEffect: @Sendable (Document, Reversals) -> Bool
  /// Adds later reversals to those of a group.
  let join: @Sendable (Document, _ later: Reversals, inout Reversals, inout ElementGroup<Element>) -> Void
  let bytes: @Sendable (Reversals) -> Int

  @usableFromInline
  init(
    name: String, coding: PartCoding<Reversals>?, revert: @escaping @Sendable (inout Document, Reversals) -> Void,
    hasEffect: @escaping @Sendable (Document, Reversals) -> Bool,
    join: @escaping @Sendable (Document, Reversals, inout Reversals, inout ElementGroup<Element>) -> Void,
    bytes: @escaping @Sendable (Reversals) -> Int
  ) {
    (self.name, self.coding, self.revert, self.bytes) = (name, coding, revert, bytes)
    (self.hasEffect, self.join) = (hasEffect, join)
  }
}

/// The reversal of a change to the elements of a part.
@frozen
@usableFromInline
struct ElementsChange<Document, Element: Identifiable & Equatable & Sendable>: PartChange where Element.ID: Sendable {
  let place: ElementsPart<Document, Element>
  var reversals: [ElementReversal<Element>]
  /// What is known about the open group that consists of several changes; nil for a single change.
  var group: GroupStorage?

  /// Stores the group outside the change, so that the change fits into an existential without an allocation.
  @usableFromInline
  final class GroupStorage: @unchecked Sendable {
    // SAFETY: mutated only by `ElementsChange.join`, while the storage is uniquely referenced.
    var group: ElementGroup<Element>
    init(_ group: ElementGroup<Element>) { self.group = group }
  }

  @usableFromInline
  init(place: ElementsPart<Document, Element>, reversals: [ElementReversal<Element>]) {
    (self.place, self.reversals) = (place, reversals)
  }

  @usableFromInline var part: String { place.name }
  @usableFromInline var bytes: Int { 32 + (group?.group.bytes ?? place.bytes(reversals)) }
  @usableFromInline var isCodable: Bool { place.coding != nil }

  @usableFromInline
  func revert(_ document: inout Document) { place.revert(&document, reversals) }

  @usableFromInline
  mutating func join(_ later: any PartChange<Document>, in document: Document) -> Bool {
    guard let later = later as? ElementsChange, later.part == part else { return false }
    if group == nil {
      group = GroupStorage(ElementGroup(bytes: place.bytes(reversals)))
      // The changes of the group so far, which are compared with the present elements once.
      let first = reversals
      reversals = []
      join(first, in: document)
      group?.group.bytes = place.bytes(reversals)
    }
    join(later.reversals, in: document)
    return true
  }

  private mutating func join(_ later: [ElementReversal<Element>], in document: Document) {
    if !isKnownUniquelyReferenced(&group) { group = group.map { GroupStorage($0.group) } }
    guard let group else { return }
    place.join(document, later, &reversals, &group.group)
  }

  @usableFromInline
  func hasEffect(in document: Document) -> Bool {
    guard let group = group?.group, group.changed.isEmpty else { return true }
    return group.changesOrder && place.hasEffect(document, reversals)
  }

  @usableFromInline
  mutating func endGroup() { group = nil }

  @usableFromInline
  func encode(to encoder: any Encoder) throws { try place.coding?.encode(reversals, encoder) }

  @usableFromInline
  static func == (one: ElementsChange, other: ElementsChange) -> Bool {
    one.part == other.part && one.reversals == other.reversals
  }
}
