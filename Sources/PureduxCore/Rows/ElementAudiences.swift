/// The audiences of the elements that something observes.
@usableFromInline
@frozen
struct ElementAudiences<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
  /// The version of the collection that these audiences were offered last; that of the first element's before any.
  @usableFromInline var offered: Version?
  @usableFromInline var byID: [Element.ID: Slots] = [:]

  /// The audiences of one element: nearly always one.
  @usableFromInline
  struct Slots: Sendable {
    @usableFromInline var first: Slot
    @usableFromInline var others: [Slot] = []
  }

  @usableFromInline
  struct Slot: Sendable {
    let number: UInt64
    @usableFromInline let audience: Audience<Element?>
  }

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { byID.isEmpty }

  /// The identities of which something observes the element.
  @inlinable var ids: [Element.ID] { Array(byID.keys) }

  var all: [Audience<Element?>] { byID.values.flatMap { [$0.first.audience] + $0.others.map(\.audience) } }

  mutating func insert(_ audience: Audience<Element?>, number: UInt64, _ id: Element.ID) {
    let slot = Slot(number: number, audience: audience)
    if byID[id]?.others.append(slot) == nil { byID[id] = Slots(first: slot) }
  }

  /// Returns the audience, for the caller to release outside the lock.
  mutating func remove(number: UInt64, _ id: Element.ID) -> Audience<Element?>? {
    guard var slots = byID[id] else { return nil }
    let all = [slots.first] + slots.others
    let rest = all.filter { $0.number != number }
    if let first = rest.first {
      slots = Slots(first: first, others: Array(rest.dropFirst()))
      byID[id] = slots
    } else {
      byID[id] = nil
    }
    return all.first { $0.number == number }?.audience
  }
}
