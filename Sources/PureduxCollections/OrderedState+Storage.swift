internal import PureduxAtomics

/// How the elements, the table of their slots and their order are kept consistent.
///
/// These are inlinable: a change by id took 290 ns where the client could not specialise it, and 115 ns where it could.
extension OrderedState {
  @inlinable
  func slot(id: Element.ID) -> Int? { Self.slot(id: id, in: table, storage) }

  /// Apart from the value, which would be copied for it while an element is changed in place.
  @inlinable
  static func slot(id: Element.ID, in table: PositionTable, _ storage: [Element]) -> Int? {
    table.position(hash: id.hashValue) { storage[$0].id == id }
  }

  @inlinable
  func slot(at position: Int) -> Int {
    guard arrangement != nil else { return position }
    return Int(arrangement.unsafelyUnwrapped.slots[position])
  }

  @inlinable
  func position(ofSlot slot: Int) -> Int {
    guard arrangement != nil else { return slot }
    return Int(arrangement.unsafelyUnwrapped.positions[slot])
  }

  /// Has the order kept apart from the elements, where they are many. Returns whether it is.
  @inlinable
  mutating func arrangeIfLarge() -> Bool {
    if arrangement == nil, storage.count >= Arrangement.smallest { arrange() }
    return arrangement != nil
  }

  /// Keeps the order apart from the elements.
  @usableFromInline
  package mutating func arrange() {
    if arrangement == nil { arrangement = Arrangement(count: storage.count) }
  }

  /// Puts the elements in memory as they are in their order, once many are not.
  @inlinable
  mutating func mendOrder() {
    if arrangement?.isWorn == true { putInOrder() }
  }

  /// Puts the elements in memory as they are in their order.
  @inlinable
  @inline(never)
  mutating func putInOrder() {
    guard let arrangement else { return }
    storage = arrangement.slots.map { storage[Int($0)] }
    // SAFETY: the buffer is used during the call only, and the table names slots that there are.
    arrangement.positions.withUnsafeBufferPointer { positions in table.renumber { Int(positions[$0]) } }
    self.arrangement = nil
  }

  /// Takes an element out for a moment; the last one stands in its slot until it is put back.
  ///
  /// Meanwhile nothing else refers to it, so changing it copies no part of it.
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

  /// Removes what is known of an element that was taken out.
  @inlinable
  @inline(never)
  mutating func forgetTaken(_ slot: Int, id: Element.ID) {
    recordRemovalByEdit(of: id)
    if isArranged(forTaken: slot) { return forgetArranged(slot, id: id) }
    if slot < storage.count { storage.append(storage.remove(at: slot)) }
    forget(slot, id: id)
  }

  /// Has the order kept apart from the elements, where they are many and one was taken out. Returns whether it is.
  @inlinable
  mutating func isArranged(forTaken slot: Int) -> Bool {
    if arrangement == nil, slot < storage.count, storage.count >= Arrangement.smallest {
      arrangement = Arrangement(count: storage.count + 1)
    }
    return arrangement != nil
  }

  /// Swaps two elements by moving them. The array's own way copies one, and counts its references.
  @inlinable
  mutating func swapWithLast(_ slot: Int) {
    // SAFETY: the buffer is used during the call only, and both slots are in it.
    storage.withUnsafeMutableBufferPointer { $0.swapAt(slot, $0.count - 1) }
  }

  /// Notes that the element in a slot, which is at a position, was changed; `id` is the one that it had before.
  @inlinable
  mutating func noteEdit(in slot: Int, at position: Int, of id: Element.ID) {
    guard storage[slot].id == id else { return rekey(at: slot, from: id) }
    journal.note(JournalEntry<Element.ID>.updated, id, at: position, count: storage.count)
  }

  /// Notes the new id of the element in a slot; another element with that id is removed before.
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
      if recording != nil { record(.put(element: element, at: position)) }
      return element
    }
    let element = storage.remove(at: position)
    forget(position, id: element.id)
    if recording != nil { record(.put(element: element, at: position)) }
    return element
  }

  /// Removes a slot whose element has been taken out. The last element stands there.
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

  /// Removes a position whose element has been removed, and moves those behind it.
  @inlinable
  mutating func forget(_ position: Int, id: Element.ID) {
    table.remove(position, hash: id.hashValue) { storage[$0 < position ? $0 : $0 - 1].id.hashValue }
    if position < storage.count { table.shift(from: position + 1, by: -1) }
    journal.note(JournalEntry<Element.ID>.removed, id, at: position, count: storage.count)
  }

  /// Removes the elements at these positions, which are in ascending order.
  @usableFromInline
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
      // From the last to the first, so that none changes the position of another.
      for position in positions.reversed() {
        journal.note(JournalEntry<Element.ID>.removed, storage[position].id, at: position, count: storage.count)
      }
    }
    var next = positions.startIndex
    storage = storage.indices.compactMap { position in
      guard next < positions.endIndex, positions[next] == position else { return storage[position] }
      next += 1
      return nil
    }
    rebuildTable()
  }

  /// Up to how many elements are inserted or removed one after another: more have all elements moved.
  @inlinable static var mostSingly: Int { 16 }

  /// How many elements may be inserted or removed at once and are still noted one by one.
  var mostNoted: Int {
    puredux_is_in_turn_of_stamps() ? Swift.max(32, count / 8) : 32
  }

  /// Replaces all elements; of those with the same id the last one is kept.
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

  /// Inserts every slot again. Returns false, and leaves the table unusable, when two elements have the same id.
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
