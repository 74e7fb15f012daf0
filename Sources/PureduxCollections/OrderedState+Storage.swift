internal import PureduxAtomics

/// How the elements and the table of their positions are kept consistent.
///
/// These are inlinable: a change by id took 290 ns where the client could not specialise it, and 115 ns where it could.
extension OrderedState {
  /// Takes an element out for a moment; the last one stands at its position until it is put back.
  ///
  /// Meanwhile nothing else refers to it, so changing it copies no part of it.
  @inlinable
  mutating func take(at position: Int) -> Element {
    swapWithLast(position)
    return storage.removeLast()
  }

  @inlinable
  mutating func putBack(_ element: inout Element?, at position: Int, takenAs id: Element.ID) {
    if let element = element.take() {
      storage.append(element)
      swapWithLast(position)
      noteEdit(at: position, of: id)
    } else {
      if position < storage.count { storage.append(storage.remove(at: position)) }
      forget(position, id: id)
    }
  }

  /// Swaps two elements by moving them. The array's own way copies one, and counts its references.
  @inlinable
  mutating func swapWithLast(_ position: Int) {
    // SAFETY: the buffer is used during the call only, and both positions are in it.
    storage.withUnsafeMutableBufferPointer { $0.swapAt(position, $0.count - 1) }
  }

  /// Notes that the element at a position was changed; `id` is the one that it had before.
  @inlinable
  mutating func noteEdit(at position: Int, of id: Element.ID) {
    guard storage[position].id == id else { return rekey(at: position, from: id) }
    journal.note(JournalEntry<Element.ID>.updated, id, at: position, count: storage.count)
  }

  /// Notes the new id of the element at a position; another element with that id is removed before.
  @inlinable
  mutating func rekey(at position: Int, from old: Element.ID) {
    table.remove(position, hash: old.hashValue) { storage[$0].id.hashValue }
    let new = storage[position].id
    var position = position
    if let other = index(id: new) {
      removeElement(at: other)
      if other < position { position -= 1 }
    }
    table.insert(position, hash: new.hashValue)
    journal.note(JournalEntry<Element.ID>.removed, old, at: position, count: storage.count)
    journal.note(JournalEntry<Element.ID>.inserted, new, at: position, count: storage.count)
  }

  @inlinable @discardableResult
  mutating func removeElement(at position: Int) -> Element {
    let element = storage.remove(at: position)
    forget(position, id: element.id)
    return element
  }

  /// Removes a position whose element has been removed, and moves those behind it.
  @inlinable
  mutating func forget(_ position: Int, id: Element.ID) {
    table.remove(position, hash: id.hashValue) { storage[$0 < position ? $0 : $0 - 1].id.hashValue }
    if position < storage.count { table.shift(from: position + 1, by: -1) }
    journal.note(JournalEntry<Element.ID>.removed, id, at: position, count: storage.count)
  }

  /// Removes the elements at these positions, which are in ascending order.
  mutating func removeElements(at positions: [Int]) {
    guard positions.count > 1 else {
      if let only = positions.first { removeElement(at: only) }
      return
    }
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

  /// How many elements may be inserted or removed at once and are still noted one by one.
  var mostNoted: Int {
    puredux_is_in_turn_of_stamps() ? Swift.max(32, count / 8) : 32
  }

  /// Replaces all elements; of those with the same id the last one is kept.
  @inlinable
  mutating func replaceAll(with new: [Element]) {
    if !new.isEmpty || !storage.isEmpty { journal.noteChangeOfAll() }
    storage = new
    guard !rebuildTable() else { return }
    var ids: Set<Element.ID> = []
    storage = new.reversed().filter { ids.insert($0.id).inserted }.reversed()
    rebuildTable()
  }

  /// Inserts every position again. Returns false, and leaves the table unusable, when two elements have the same id.
  @inlinable @discardableResult
  mutating func rebuildTable(roomFor count: Int = 0) -> Bool {
    table = PositionTable(roomFor: Swift.max(count, storage.count))
    for position in storage.indices {
      let id = storage[position].id
      let hash = id.hashValue
      if table.position(hash: hash, where: { storage[$0].id == id }) != nil { return false }
      table.insert(position, hash: hash)
    }
    return true
  }
}
