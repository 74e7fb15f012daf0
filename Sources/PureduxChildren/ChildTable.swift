/// Which elements there are, and their children: a value whose transitions return what to do.
@frozen
@usableFromInline
struct ChildTable<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  @frozen
  @usableFromInline
  struct Entry: Sendable {
    /// Tells an element that came again from the one that left.
    @usableFromInline var number: UInt64 = 0
    /// How often the identity is in the collection: once, unless by mistake.
    @usableFromInline var count = 0
    /// Nil until the child was made.
    @usableFromInline var lifetime: Lifetime?
    /// Nil until it was made.
    @usableFromInline var child: Child?

    @inlinable init() {}

    init(in lifetime: Lifetime) { self.lifetime = lifetime }

    /// Counts the identity once more. Returns how often it is there; nil where the element has come.
    @inlinable
    mutating func add(_ number: UInt64) -> Int? {
      count += 1
      if self.number != 0 { return count }
      self.number = number
      return nil
    }

    /// False where another element has come with the same identity.
    @inlinable
    mutating func keep(_ child: Child, _ number: UInt64, _ lifetime: Lifetime) -> Bool {
      guard number == self.number else { return false }
      (self.child, self.lifetime) = (child, lifetime)
      return true
    }
  }

  /// What a new collection brings.
  @frozen
  @usableFromInline
  struct Difference: Sendable {
    /// Those that left, in their order.
    @usableFromInline var left: [(id: ID, entry: Entry)] = []
    /// Where those that came are in the collection.
    @usableFromInline var came: [(offset: Int, id: ID, number: UInt64)] = []
    /// Identities that are there more than once, since now.
    @usableFromInline var duplicates: [ID] = []
    /// The observers that are told of those that left.
    @usableFromInline let followers: [ChildFollower<ID, Child>]

    @inlinable init(_ followers: [ChildFollower<ID, Child>]) { self.followers = followers }
  }

  @usableFromInline var ids: [ID] = []
  @usableFromInline var entries: [ID: Entry] = [:]
  @usableFromInline var lastNumber: UInt64 = 0
  @usableFromInline var isClosed = false
  /// The lifetime of the child that is being made.
  @usableFromInline var beginning: Lifetime?
  @usableFromInline var followers: [ChildFollower<ID, Child>] = []

  init() {}

  var all: [Child] { ids.compactMap { entries[$0]?.child } }

  /// Takes other identities for a part of those before.
  @inlinable
  mutating func replace(_ old: Range<Int>, with coming: [ID]) -> Difference {
    var difference = Difference(followers)
    // Looking an identity up costs a good part of making its child, so each is looked up once where that is enough.
    var leaving: [ID] = []
    if coming.isEmpty { difference.left.reserveCapacity(old.count) }
    for id in ids[old] {
      guard let index = entries.index(forKey: id) else { continue }
      entries.values[index].count -= 1
      guard entries.values[index].count == 0 else { continue }
      if coming.isEmpty { difference.left.append((id, entries.remove(at: index).value)) } else { leaving.append(id) }
    }
    if !coming.isEmpty { entries.reserveCapacity(entries.count + coming.count) }
    for offset in coming.indices { add(coming[offset], at: old.lowerBound + offset, &difference) }
    for id in leaving {
      guard let index = entries.index(forKey: id), entries.values[index].count == 0 else { continue }
      difference.left.append((id, entries.remove(at: index).value))
    }
    ids.replaceSubrange(old, with: coming)
    return difference
  }

  @inlinable
  mutating func add(_ id: ID, at offset: Int, _ difference: inout Difference) {
    lastNumber += 1
    let count = entries[id, default: Entry()].add(lastNumber)
    if count == nil { difference.came.append((offset, id, lastNumber)) }
    if count == 2 { difference.duplicates.append(id) }
  }

  /// Notes that the child of an element that has come is being made. False where all was closed.
  @inlinable
  mutating func begin(in lifetime: Lifetime) -> Bool {
    if !isClosed { beginning = lifetime }
    return !isClosed
  }

  /// Keeps a child. Returns who is to be told; nil where its element has left meanwhile, or all was closed.
  @inlinable
  mutating func keep(
    _ child: Child, for id: ID, number: UInt64, in lifetime: Lifetime
  ) -> [ChildFollower<ID, Child>]? {
    beginning = nil
    guard let index = entries.index(forKey: id), entries.values[index].keep(child, number, lifetime) else { return nil }
    return followers
  }

  /// Has a follower told from now on. Returns the children that are there already.
  mutating func add(_ follower: ChildFollower<ID, Child>) -> [(id: ID, child: Child)] {
    followers.append(follower)
    return ids.compactMap { id in entries[id]?.child.map { (id, $0) } }
  }

  /// Forgets all, for good. Returns those that were there, in their order, and the one that is being made.
  mutating func close() -> [Entry] {
    var closed = ids.compactMap { entries.removeValue(forKey: $0) }
    if let beginning { closed.append(Entry(in: beginning)) }
    (ids, entries, isClosed, beginning) = ([], [:], true, nil)
    return closed
  }
}

/// The elements of the last turn, which the next one is compared with. Comparing is the user's code.
@frozen
@usableFromInline
struct SeenElements<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var ids: [ID] = []
  @usableFromInline var version: Version?
  /// Whether the collection is of a type that tells no changes, which costs more to ask than to compare one element.
  @usableFromInline var tellsNoChanges = false

  init() {}

  /// The part that is different now; nil where nothing is.
  ///
  /// A collection that tells its changes is asked for these alone. Where `isOwnID`, an element that only has another
  /// content has the identity that it had.
  @inlinable
  mutating func change<Elements: BidirectionalCollection>(
    to elements: Elements, isOwnID: Bool, id: (Elements.Element) -> ID
  ) -> (old: Range<Int>, coming: [ID])? {
    if !tellsNoChanges {
      if let elements = elements as? any ElementsWithChanges {
        defer { version = elements.version }
        if let version, elements.version == version || isOwnID && !elements.hasOtherElements(since: version) {
          return nil
        }
      } else {
        tellsNoChanges = true
      }
    }
    guard let change = part(changedBy: elements, id) else { return nil }
    ids.replaceSubrange(change.old, with: change.coming)
    return change
  }

  /// What is the same at the beginning and at the end is only compared.
  @inlinable
  func part<Elements: BidirectionalCollection>(
    changedBy new: Elements, _ id: (Elements.Element) -> ID
  ) -> (old: Range<Int>, coming: [ID])? {
    var (start, first) = (0, new.startIndex)
    while start < ids.count, first != new.endIndex, ids[start] == id(new[first]) {
      start += 1
      new.formIndex(after: &first)
    }
    if start == ids.count, first == new.endIndex { return nil }
    var (end, last) = (ids.count, new.endIndex)
    while end > start, last != first, ids[end - 1] == id(new[new.index(before: last)]) {
      end -= 1
      new.formIndex(before: &last)
    }
    return (start..<end, new[first..<last].map(id))
  }
}

/// A collection that tells its latest changes, whatever its elements are.
@usableFromInline
protocol ElementsWithChanges: Versioned {
  /// Whether elements may have come, left or moved since a version.
  func hasOtherElements(since version: Version) -> Bool
}

extension OrderedState: ElementsWithChanges {
  @inlinable
  func hasOtherElements(since version: Version) -> Bool {
    var isOther = false
    let isKnown = forEachChange(since: version) { change in
      if case .updated = change { return }
      isOther = true
    }
    return isOther || !isKnown
  }
}
