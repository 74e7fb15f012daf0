/// Which elements there are, and their children: a value whose transitions return what to do.
struct ChildTable<ID: Hashable & Sendable, Child: Sendable>: Sendable {
  struct Entry: Sendable {
    let number: UInt64
    let gate: ChildGate
    /// Nil until it was made.
    var child: Child?
    /// How often the identity is in the collection: once, unless by mistake.
    var count = 1
  }

  /// What a new collection brings.
  struct Difference {
    /// Those that left, in their order.
    var left: [(id: ID, entry: Entry)] = []
    /// Where those that came are in the collection.
    var came: [(offset: Int, id: ID)] = []
    /// Identities that are there more than once, since now.
    var duplicates: [ID] = []
  }

  private(set) var ids: [ID] = []
  private(set) var entries: [ID: Entry] = [:]
  private var lastNumber: UInt64 = 0
  private(set) var isClosed = false

  var all: [Child] { ids.compactMap { entries[$0]?.child } }

  /// Takes other identities for a part of those before.
  mutating func replace(_ old: Range<Int>, with coming: [ID]) -> Difference {
    var difference = Difference()
    for id in ids[old] { entries[id]?.count -= 1 }
    for (offset, id) in coming.enumerated() { add(id, at: old.lowerBound + offset, &difference) }
    for id in ids[old] {
      if let entry = entries[id], entry.count == 0 {
        entries[id] = nil
        difference.left.append((id, entry))
      }
    }
    ids.replaceSubrange(old, with: coming)
    return difference
  }

  private mutating func add(_ id: ID, at offset: Int, _ difference: inout Difference) {
    guard let count = entries[id]?.count else {
      entries[id] = Entry(number: 0, gate: ChildGate(inside: nil), count: 1)
      return difference.came.append((offset, id))
    }
    entries[id]?.count += 1
    if count == 1 { difference.duplicates.append(id) }
  }

  /// Begins the stay of an element that has come.
  mutating func begin(_ id: ID, behind gate: ChildGate) {
    lastNumber += 1
    entries[id] = Entry(number: lastNumber, gate: gate, count: entries[id]?.count ?? 1)
  }

  /// Keeps a child. False where its element has left meanwhile.
  mutating func keep(_ child: Child, for id: ID, behind gate: ChildGate) -> Bool {
    guard let entry = entries[id], entry.gate === gate else { return false }
    entries[id]?.child = child
    return true
  }

  /// Forgets all, for good. Returns those that were there, in their order.
  mutating func close() -> [Entry] {
    defer { (ids, entries, isClosed) = ([], [:], true) }
    return ids.compactMap { entries.removeValue(forKey: $0) }
  }
}
