public import PureduxCollections

/// A table of elements and their children. Each mutation returns the steps that the caller must perform.
@frozen
@usableFromInline
struct ChildTable<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  @frozen
  @usableFromInline
  struct Entry: Sendable {
    /// Distinguishes a reinserted element from its removed predecessor.
    @usableFromInline var number: UInt64 = 0
    /// The number of occurrences of the identity in the collection. More than one occurrence is reported as misuse.
    @usableFromInline var count = 0
    /// The lifetime of the child; nil until the child has been created.
    @usableFromInline var lifetime: Lifetime?
    /// The child; nil until it has been created.
    @usableFromInline var child: Child?

    @inlinable init() {}

    init(in lifetime: Lifetime) { self.lifetime = lifetime }

    /// Counts another occurrence of the identity. Returns the number of occurrences, or nil for a new element.
    @inlinable
    mutating func add(_ number: UInt64) -> Int? {
      count += 1
      if self.number != 0 { return count }
      self.number = number
      return nil
    }

    /// Stores the child. Returns false if another element with the same identity has been inserted in the meantime.
    @inlinable
    mutating func keep(_ child: Child, _ number: UInt64, _ lifetime: Lifetime) -> Bool {
      guard number == self.number else { return false }
      (self.child, self.lifetime) = (child, lifetime)
      return true
    }
  }

  /// The differences between the current children and a new collection.
  @frozen
  @usableFromInline
  struct Difference: Sendable {
    /// The removed elements, in order.
    @usableFromInline var removed: [(id: ID, entry: Entry)] = []
    /// The positions of the inserted elements in the collection.
    @usableFromInline var inserted: [(offset: Int, id: ID, number: UInt64)] = []
    /// Identities that now occur more than once.
    @usableFromInline var duplicates: [ID] = []
    /// The followers to notify of removed elements.
    @usableFromInline let followers: [ChildFollower<ID, Child>]

    @inlinable init(_ followers: [ChildFollower<ID, Child>]) { self.followers = followers }
  }

  @usableFromInline var ids: [ID] = []
  @usableFromInline var entries: [ID: Entry] = [:]
  @usableFromInline var lastNumber: UInt64 = 0
  @usableFromInline var isClosed = false
  /// The lifetime of the child that is being created.
  @usableFromInline var beginning: Lifetime?
  @usableFromInline var followers: [ChildFollower<ID, Child>] = []

  init() {}

  var all: [Child] { ids.compactMap { entries[$0]?.child } }

  /// Replaces a range of identities. Returns the inserted and removed elements.
  @inlinable
  mutating func replace(_ old: Range<Int>, with coming: [ID]) -> Difference {
    var difference = Difference(followers)
    // Looking up an identity accounts for much of the cost of creating its child, so look up each identity only once
    // where possible.
    var leaving: [ID] = []
    if coming.isEmpty { difference.removed.reserveCapacity(old.count) }
    for id in ids[old] {
      guard let index = entries.index(forKey: id) else { continue }
      entries.values[index].count -= 1
      guard entries.values[index].count == 0 else { continue }
      if coming.isEmpty { difference.removed.append((id, entries.remove(at: index).value)) } else { leaving.append(id) }
    }
    if !coming.isEmpty { entries.reserveCapacity(entries.count + coming.count) }
    for offset in coming.indices { add(coming[offset], at: old.lowerBound + offset, &difference) }
    for id in leaving {
      guard let index = entries.index(forKey: id), entries.values[index].count == 0 else { continue }
      difference.removed.append((id, entries.remove(at: index).value))
    }
    ids.replaceSubrange(old, with: coming)
    return difference
  }

  @inlinable
  mutating func add(_ id: ID, at offset: Int, _ difference: inout Difference) {
    lastNumber += 1
    let count = entries[id, default: Entry()].add(lastNumber)
    if count == nil { difference.inserted.append((offset, id, lastNumber)) }
    if count == 2 { difference.duplicates.append(id) }
  }

  /// Records that the child of a new element is being created. Returns false if the table is closed.
  @inlinable
  mutating func begin(in lifetime: Lifetime) -> Bool {
    if !isClosed { beginning = lifetime }
    return !isClosed
  }

  /// Stores a child. Returns the followers to notify, or nil if the child's element was removed or the table was closed
  /// in the meantime.
  @inlinable
  mutating func keep(
    _ child: Child, for id: ID, number: UInt64, in lifetime: Lifetime
  ) -> [ChildFollower<ID, Child>]? {
    beginning = nil
    guard let index = entries.index(forKey: id), entries.values[index].keep(child, number, lifetime) else { return nil }
    return followers
  }

  /// Registers a follower. Returns the existing children.
  mutating func add(_ follower: ChildFollower<ID, Child>) -> [(id: ID, child: Child)] {
    followers.append(follower)
    return ids.compactMap { id in entries[id]?.child.map { (id, $0) } }
  }

  /// Closes the table. Returns the existing entries, in order, followed by an entry for the child that is being
  /// created, if any.
  mutating func close() -> [Entry] {
    var closed = ids.compactMap { entries.removeValue(forKey: $0) }
    if let beginning { closed.append(Entry(in: beginning)) }
    (ids, entries, isClosed, beginning) = ([], [:], true, nil)
    return closed
  }
}

/// The identities of the last turn's elements, for comparison with those of the next turn. Kept outside the lock of the
/// `ChildTable`, because comparing identities may run user code.
@frozen
@usableFromInline
struct SeenElements<ID: Hashable & Sendable>: Sendable {
  @usableFromInline var ids: [ID] = []
  @usableFromInline var version: Version?
  /// Whether the collection's type lacks a change journal. The result is cached, because the type check takes longer
  /// than comparing one identity.
  @usableFromInline var tellsNoChanges = false
  private var hasHadTurn: Bool

  /// - Parameter hasHadTurn: Whether the first turn counts as the second.
  init(hasHadTurn: Bool) { self.hasHadTurn = hasHadTurn }

  /// Called in the first turns. Returns whether there was a turn before.
  @usableFromInline
  mutating func isSecondTurn() -> Bool {
    defer { hasHadTurn = true }
    return hasHadTurn
  }

  /// Returns the replaced range and the new identities, or nil if no identity has changed.
  ///
  /// If the collection has a change journal, only the elements between the unchanged prefix and suffix are read. If
  /// `isOwnID` is true, an element keeps its identity when its content changes.
  @inlinable
  mutating func change<Elements: BidirectionalCollection>(
    to elements: Elements, isOwnID: Bool, id: (Elements.Element) -> ID
  ) -> (old: Range<Int>, coming: [ID])? {
    var ends = (first: 0, last: 0)
    if !tellsNoChanges {
      if let elements = elements as? any ElementsWithChanges {
        defer { version = elements.version }
        if let version {
          if elements.version == version { return nil }
          ends = elements.unchangedEnds(since: version, of: ids.count, countingUpdates: !isOwnID) ?? ends
          if ends.first + ends.last > ids.count { return nil }
        }
      } else {
        tellsNoChanges = true
      }
    }
    guard let change = part(changedBy: elements, beyond: ends, id) else { return nil }
    ids.replaceSubrange(change.old, with: change.coming)
    return change
  }

  /// Returns the replaced range and the new identities, or nil if no identity has changed. Elements in the unchanged
  /// prefix and suffix, whose lengths are in `ends`, are not read.
  @inlinable
  func part<Elements: BidirectionalCollection>(
    changedBy new: Elements, beyond ends: (first: Int, last: Int), _ id: (Elements.Element) -> ID
  ) -> (old: Range<Int>, coming: [ID])? {
    var end = ids.count - ends.last
    // Most turns change no identity, so the elements of an array are compared without checks of their indices.
    var start =
      ids.withUnsafeBufferPointer { ids in
        new.withContiguousStorageIfAvailable { new in
          let limit = Swift.min(end, new.count - ends.last)
          var index = ends.first
          // SAFETY: both buffers have more elements than the index, and are used only during the call.
          while index < limit, ids[index] == id(new[index]) { index += 1 }
          return index
        }
      } ?? ends.first
    var (first, last) = (new.index(new.startIndex, offsetBy: start), new.index(new.endIndex, offsetBy: -ends.last))
    while start < end, first != last, ids[start] == id(new[first]) {
      start += 1
      new.formIndex(after: &first)
    }
    if start == end, first == last { return nil }
    while end > start, last != first, ids[end - 1] == id(new[new.index(before: last)]) {
      end -= 1
      new.formIndex(before: &last)
    }
    return (start..<end, new[first..<last].map(id))
  }
}

/// A type-erased collection with a change journal.
@usableFromInline
protocol ElementsWithChanges: Versioned {
  /// Returns the lengths of the prefix and suffix that have not changed since `version`; nil if unknown.
  ///
  /// - Parameters:
  ///   - version: The version to compare with.
  ///   - count: The number of elements at that version.
  ///   - countsUpdates: Whether an updated element counts as changed; inserted, removed and moved elements always do.
  func unchangedEnds(
    since version: Version, of count: Int, countingUpdates countsUpdates: Bool
  ) -> (first: Int, last: Int)?
}

extension OrderedState: ElementsWithChanges {
  @inlinable
  func unchangedEnds(
    since version: Version, of count: Int, countingUpdates countsUpdates: Bool
  ) -> (first: Int, last: Int)? {
    var (count, ends) = (count, (first: count, last: count))
    let isKnown = forEachChange(since: version) { change in
      var (from, to) = (change.position, change.position)
      switch change {
      case .updated: if !countsUpdates { return }
      case .inserted: count += 1
      case .removed: break
      case .moved(_, let old, _): (from, to) = (Swift.min(from, old), Swift.max(to, old))
      }
      ends = (Swift.min(ends.first, from), Swift.min(ends.last, count - 1 - to))
      if case .removed = change { count -= 1 }
    }
    return isKnown ? ends : nil
  }
}
