/// Which elements there are, and their children: a value whose transitions return what to do.
@frozen
@usableFromInline
struct ChildTable<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  @frozen
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var number: UInt64 = 0
    /// Nil until the stay of its element begins.
    @usableFromInline var gate: ChildGate?
    /// Nil until it was made.
    @usableFromInline var child: Child?
    /// How often the identity is in the collection: once, unless by mistake.
    @usableFromInline var count = 1

    @inlinable init() {}
  }

  /// What a new collection brings.
  @frozen
  @usableFromInline
  struct Difference: Sendable {
    /// Those that left, in their order.
    @usableFromInline var left: [(id: ID, entry: Entry)] = []
    /// Where those that came are in the collection.
    @usableFromInline var came: [(offset: Int, id: ID)] = []
    /// Identities that are there more than once, since now.
    @usableFromInline var duplicates: [ID] = []

    @inlinable init() {}
  }

  @usableFromInline var ids: [ID] = []
  @usableFromInline var entries: [ID: Entry] = [:]
  @usableFromInline var lastNumber: UInt64 = 0
  @usableFromInline var isClosed = false

  init() {}

  var all: [Child] { ids.compactMap { entries[$0]?.child } }

  /// Takes other identities for a part of those before.
  @inlinable
  mutating func replace(_ old: Range<Int>, with coming: [ID]) -> Difference {
    var difference = Difference()
    for id in ids[old] {
      if let index = entries.index(forKey: id) { entries.values[index].count -= 1 }
    }
    for offset in coming.indices { add(coming[offset], at: old.lowerBound + offset, &difference) }
    for id in ids[old] {
      guard let index = entries.index(forKey: id), entries.values[index].count == 0 else { continue }
      difference.left.append((id, entries.remove(at: index).value))
    }
    ids.replaceSubrange(old, with: coming)
    return difference
  }

  @inlinable
  mutating func add(_ id: ID, at offset: Int, _ difference: inout Difference) {
    guard let index = entries.index(forKey: id) else {
      entries[id] = Entry()
      return difference.came.append((offset, id))
    }
    entries.values[index].count += 1
    if entries.values[index].count == 2 { difference.duplicates.append(id) }
  }

  /// Begins the stay of an element that has come. False where it has left meanwhile, or all was closed.
  @inlinable
  mutating func begin(_ id: ID, behind gate: ChildGate) -> Bool {
    guard let index = entries.index(forKey: id) else { return false }
    lastNumber += 1
    entries.values[index].number = lastNumber
    entries.values[index].gate = gate
    return true
  }

  /// Keeps a child. False where its element has left meanwhile.
  @inlinable
  mutating func keep(_ child: Child, for id: ID, behind gate: ChildGate) -> Bool {
    guard let index = entries.index(forKey: id), entries.values[index].gate === gate else { return false }
    entries.values[index].child = child
    return true
  }

  /// Forgets all, for good. Returns those that were there, in their order.
  mutating func close() -> [Entry] {
    defer { (ids, entries, isClosed) = ([], [:], true) }
    return ids.compactMap { entries.removeValue(forKey: $0) }
  }
}
