internal import PureduxAtomics

/// Keeps the elements, their order and the table of their slots consistent.
///
/// These functions are inlinable so that the client module can specialize them: specialization reduces the time to
/// change an element by id from 290 ns to 115 ns.
extension OrderedState {
  @inlinable
  func slot(id: Element.ID) -> Int? { Self.slot(id: id, in: table, storage) }

  /// Static, because calling an instance method during an in-place change would copy the collection.
  @inlinable
  static func slot(id: Element.ID, in table: PositionTable, _ storage: [Element]) -> Int? {
    table.position(hash: id.hashValue) { storage[$0].id == id }
  }

  @inlinable
  func slot(at position: Int) -> Int {
    guard arrangement != nil else { return position }
    return arrangement.unsafelyUnwrapped.slot(at: position)
  }

  @inlinable
  func position(ofSlot slot: Int) -> Int {
    guard arrangement != nil else { return slot }
    return arrangement.unsafelyUnwrapped.position(ofSlot: slot)
  }

  /// Separates the logical order from the memory order of a large collection. Returns whether the logical order and the
  /// memory order are separate.
  @inlinable
  mutating func arrangeIfLarge() -> Bool {
    if arrangement == nil, storage.count >= Arrangement.smallest { arrange() }
    return arrangement != nil
  }

  /// Separates the logical order from the memory order.
  @usableFromInline
  package mutating func arrange() {
    if arrangement == nil { arrangement = Arrangement(count: storage.count) }
  }

  /// Restores the logical order in memory if many elements are displaced.
  @inlinable
  mutating func mendOrder() {
    if arrangement?.isWorn == true { putInOrder() }
  }

  /// Restores the logical order in memory.
  @inlinable
  @inline(never)
  mutating func putInOrder() {
    guard let arrangement else { return }
    storage = arrangement.order.map { storage[Int($0)] }
    // SAFETY: the buffer is used only during the call, and the table contains only valid slots.
    arrangement.places.withUnsafeBufferPointer { places in table.renumber { Int(places[$0]) - arrangement.start } }
    self.arrangement = nil
  }

  /// Removes an element temporarily. Until the element is put back, the last element occupies its slot.
  ///
  /// The collection no longer references a temporarily removed element, so changing the element in place makes no extra
  /// copy.
  @inlinable
  mutating func take(at slot: Int) -> Element {
    swapWithLast(slot)
    return storage.removeLast()
  }

  @inlinable
  mutating func putBack(_ element: inout Element?, at slot: Int, takenAs id: Element.ID) {
    if let element = element.take() {
      storage.append(element)
      swapWithLast(slot)
      noteEdit(in: slot, at: position(ofSlot: slot), of: id)
    } else {
      forgetTaken(slot, id: id)
    }
  }

  /// Makes the removal of a temporarily removed element permanent.
  @inlinable
  @inline(never)
  mutating func forgetTaken(_ slot: Int, id: Element.ID) {
    if isArranged(forTaken: slot) {
      forgetArranged(slot, id: id)
    } else {
      if slot < storage.count { storage.append(storage.remove(at: slot)) }
      forget(slot, id: id)
    }
    recordRemovalByEdit(of: id)
  }

  /// A variant of `arrangeIfLarge()` for use while an element is temporarily removed.
  @inlinable
  mutating func isArranged(forTaken slot: Int) -> Bool {
    if arrangement == nil, slot < storage.count, storage.count >= Arrangement.smallest {
      arrangement = Arrangement(count: storage.count + 1)
    }
    return arrangement != nil
  }

  /// Swaps an element with the last element without copying either. Swapping through array subscripts would copy an
  /// element and retain its references.
  @inlinable
  mutating func swapWithLast(_ slot: Int) {
    // SAFETY: the buffer is used only during the call, and both slots are valid.
    storage.withUnsafeMutableBufferPointer { $0.swapAt(slot, $0.count - 1) }
  }

  /// Records a change to the element in a slot. `id` is the element's id before the change.
  @inlinable
  mutating func noteEdit(in slot: Int, at position: Int, of id: Element.ID) {
    guard storage[slot].id == id else { return rekey(at: slot, from: id) }
    journal.note(JournalEntry<Element.ID>.updated, id, at: position, count: storage.count)
  }

  /// Records the new id of the element in a slot. Any other element with that id is removed first.
  @inlinable
  mutating func rekey(at slot: Int, from old: Element.ID) {
    let edit = recording?.takeEdit(of: old)
    let recorded = recording?.reversals.count
    table.remove(slot, hash: old.hashValue) { storage[$0].id.hashValue }
    let new = storage[slot].id
    var position = position(ofSlot: slot)
    if let other = index(id: new) {
      removeElement(at: other)
      if other < position { position -= 1 }
    }
    table.insert(self.slot(at: position), hash: new.hashValue)
    journal.note(JournalEntry<Element.ID>.removed, old, at: position, count: storage.count)
    journal.note(JournalEntry<Element.ID>.inserted, new, at: position, count: storage.count)
    if let edit { recordRekey(edit, to: new, at: position, since: recorded) }
  }

  @inlinable @discardableResult
  mutating func removeElement(at position: Int) -> Element {
    if arrangement != nil || position < storage.count - 1, arrangeIfLarge() {
      let slot = slot(at: position)
      let element = take(at: slot)
      forgetArranged(slot, id: element.id)
      if recording != nil { recordRemoval(of: element, at: position) }
      return element
    }
    let element = storage.remove(at: position)
    forget(position, id: element.id)
    if recording != nil { recordRemoval(of: element, at: position) }
    return element
  }

  /// Completes the removal of an element whose slot the last element now occupies.
  @inlinable
  mutating func forgetArranged(_ slot: Int, id: Element.ID) {
    let last = storage.count
    table.remove(slot, hash: id.hashValue) { storage[$0 < last ? $0 : slot].id.hashValue }
    if slot < last { table.replace(last, by: slot, hash: storage[slot].id.hashValue) }
    let position = position(ofSlot: slot)
    arrangement?.remove(at: position)
    journal.note(JournalEntry<Element.ID>.removed, id, at: position, count: last)
    mendOrder()
  }

  /// Removes the position of a removed element from the table, and shifts later positions.
  @inlinable
  mutating func forget(_ position: Int, id: Element.ID) {
    table.remove(position, hash: id.hashValue) { storage[$0 < position ? $0 : $0 - 1].id.hashValue }
    if position < storage.count { table.shift(from: position + 1, by: -1) }
    journal.note(JournalEntry<Element.ID>.removed, id, at: position, count: storage.count)
  }

  /// Removes the elements at these ascending positions.
  @inlinable
  mutating func removeElements(at positions: [Int]) {
    guard positions.count > Self.mostSingly else {
      for position in positions.reversed() { removeElement(at: position) }
      return
    }
    putInOrder()
    recordRemoval(of: positions)
    if positions.count > mostNoted {
      journal.noteChangeOfAll()
    } else {
      // Record the last removal first, so that no removal shifts a position that is yet to be recorded.
      for position in positions.reversed() {
        journal.note(JournalEntry<Element.ID>.removed, storage[position].id, at: position, count: storage.count)
      }
    }
    let span = positions[0]..<positions[positions.count - 1] + 1
    if span.count == positions.count, span.count <= storage.count / 2 {
      // Neighbors: all other elements move in memory at once, without being copied.
      for slot in span { table.remove(slot, hash: storage[slot].id.hashValue) { storage[$0].id.hashValue } }
      table.shift(from: span.upperBound, by: -span.count)
      storage.removeSubrange(span)
      return
    }
    var next = positions.startIndex
    storage = storage.indices.compactMap { position in
      guard next < positions.endIndex, positions[next] == position else { return storage[position] }
      next += 1
      return nil
    }
    rebuildTable()
  }

  /// The maximum number of elements to insert or remove one by one. A larger number of elements is inserted or removed
  /// in a single pass.
  @inlinable static var mostSingly: Int { 16 }

  /// The maximum number of inserted or removed elements to record individually.
  @usableFromInline var mostNoted: Int {
    puredux_is_in_turn_of_stamps() ? Swift.max(32, count / 8) : 32
  }

  /// Replaces all elements. If several elements have the same id, the last one is kept.
  @inlinable
  mutating func replaceAll(with new: [Element]) {
    if !new.isEmpty || !storage.isEmpty { journal.noteChangeOfAll() }
    storage = new
    arrangement = nil
    guard !rebuildTable() else { return }
    var ids: Set<Element.ID> = []
    storage = new.reversed().filter { ids.insert($0.id).inserted }.reversed()
    rebuildTable()
  }

  /// Rebuilds the table. Returns false, and leaves the table unusable, if two elements have the same id.
  @inlinable @discardableResult
  mutating func rebuildTable(roomFor count: Int = 0) -> Bool {
    table = PositionTable(roomFor: Swift.max(count, storage.count))
    for slot in storage.indices {
      let id = storage[slot].id
      let hash = id.hashValue
      if table.position(hash: hash, where: { storage[$0].id == id }) != nil { return false }
      table.insert(slot, hash: hash)
    }
    return true
  }
}
