internal import PureduxAtomics

extension OrderedState {
  /// Appends an element. An existing element with the same id is removed.
  @inlinable
  public mutating func append(_ element: Element) {
    let id = element.id
    let hash = id.hashValue
    if let older = table.position(hash: hash, where: { storage[$0].id == id }) {
      removeElement(at: position(ofSlot: older))
    }
    storage.append(element)
    if arrangement != nil { arrangement?.append() }
    journal.note(JournalEntry<Element.ID>.inserted, id, at: count - 1, count: count)
    if recording != nil { record(.remove(id: id, at: count - 1)) }
    guard table.hasRoom(for: count) else { return growTable() }
    table.insert(count - 1, hash: hash)
  }

  /// Appends elements in order. Existing elements with the same ids are removed.
  @inlinable
  public mutating func append(contentsOf new: some Sequence<Element>) {
    for element in new { append(element) }
  }

  /// Inserts an element before the element at `index`. An existing element with the same id is removed.
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) {
    var position = checked(index)
    if let older = self.index(id: element.id) {
      removeElement(at: older)
      if older < position { position -= 1 }
    }
    if position == count { return append(element) }
    let isArranged = arrangeIfLarge()
    if isArranged {
      storage.append(element)
      arrangement?.insert(at: position)
    } else {
      storage.insert(element, at: position)
    }
    journal.note(JournalEntry<Element.ID>.inserted, element.id, at: position, count: count)
    if recording != nil { record(.remove(id: element.id, at: position)) }
    if !table.hasRoom(for: count) {
      growTable()
    } else {
      if !isArranged { table.shift(from: position, by: 1) }
      table.insert(isArranged ? count - 1 : position, hash: element.id.hashValue)
    }
    mendOrder()
  }

  /// Inserts elements before the element at `index`, in order. Existing elements with the same ids are removed.
  public mutating func insert(contentsOf new: some Collection<Element>, at index: Int) {
    let destination = checked(index)
    let older = Set(new.compactMap { self.index(id: $0.id) }).sorted()
    let start = destination - older.count { $0 < destination }
    removeElements(at: older)
    let unique = OrderedState(new)
    if unique.count <= Self.mostSingly {
      for (offset, element) in unique.enumerated() { insert(element, at: start + offset) }
      return
    }
    putInOrder()
    table.shift(from: start, by: unique.count)
    storage.insert(contentsOf: unique.elements, at: start)
    noteInsertion(at: start..<start + unique.count)
    recordInsertion(of: start..<start + unique.count)
    guard table.hasRoom(for: count) else { return growTable() }
    for position in start..<start + unique.count { table.insert(position, hash: storage[position].id.hashValue) }
  }

  /// Removes the element with this id, if the element exists.
  @inlinable @discardableResult
  public mutating func remove(id: Element.ID) -> Element? {
    guard let index = index(id: id) else { return nil }
    return removeElement(at: index)
  }

  /// Removes the element at a position. An invalid position is reported, and nothing is removed.
  @discardableResult
  public mutating func remove(at index: Int) -> Element? {
    guard indices.contains(index) else {
      puredux_report_position(index, count)
      return nil
    }
    return removeElement(at: index)
  }

  /// Removes the elements at these positions.
  ///
  /// - Parameter offsets: The positions in any order, for example the `IndexSet` from a list's `onDelete`.
  @inlinable
  public mutating func remove(at offsets: some Sequence<Int>) {
    removeElements(at: checked(offsets))
  }

  /// Removes every element.
  public mutating func removeAll() {
    if recording != nil, !isEmpty { record(.putAll(elements: elements, at: [], after: [])) }
    let kept = recording
    self = Self()
    recording = kept
  }

  /// Removes the elements that satisfy a predicate.
  public mutating func removeAll(where shouldGo: (Element) throws -> Bool) rethrows {
    putInOrder()
    removeElements(at: try storage.indices.filter { try shouldGo(storage[$0]) })
  }

  /// Moves the elements at these positions, in order, to just before the element at `destination`.
  ///
  /// - Parameters:
  ///   - offsets: The positions in any order, for example the `IndexSet` from a list's `onMove`.
  ///   - destination: The target position, as an index of the collection before the move.
  public mutating func move(from offsets: some Sequence<Int>, to destination: Int) {
    let (offsets, destination) = (checked(offsets), checked(destination))
    guard let first = offsets.first, let last = offsets.last else { return }
    if offsets.count == 1 { return move(first, to: first < destination ? destination - 1 : destination) }
    let span = Swift.min(first, destination)..<Swift.max(last + 1, destination)
    let (before, after) = (span.lowerBound..<destination, destination..<span.upperBound)
    let moved = Set(offsets)
    let order = before.filter { !moved.contains($0) } + offsets + after.filter { !moved.contains($0) }
    reorder(span, as: order, moved: offsets.count)
  }

  /// Sorts the elements in place by a predicate. The sort is stable.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    putInOrder()
    // Sort indices instead of elements, so that each element is moved only once, and no element is rehashed.
    let order = try storage.indices.map { Int32($0) }.sorted {
      try areInIncreasingOrder(storage[Int($0)], storage[Int($1)])
    }
    sort(as: order)
  }

  /// Permutes the elements; `order` lists the former positions of the elements.
  @inlinable
  @inline(never)
  mutating func sort(as order: [Int32]) {
    guard zip(order, order.dropFirst()).contains(where: { $0 > $1 }) else { return }
    journal.noteChangeOfAll()
    recordOrder(of: indices)
    var newPositions = order
    for (new, old) in order.enumerated() { newPositions[Int(old)] = Int32(new) }
    storage = order.map { storage[Int($0)] }
    // SAFETY: the buffer is used only during the call, and the table contains only valid positions.
    newPositions.withUnsafeBufferPointer { positions in table.renumber { Int(positions[$0]) } }
  }

  /// Returns the elements sorted by a predicate. The sort is stable.
  @inlinable
  public func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> OrderedState {
    var sorted = self
    try sorted.sort(by: areInIncreasingOrder)
    return sorted
  }

  /// Returns the elements that satisfy a predicate, in order.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> OrderedState {
    if recording != nil {
      var rest = self
      try rest.removeAll { try !isIncluded($0) }
      return rest
    }
    let included = try elements.filter(isIncluded)
    return included.count == count ? self : OrderedState(included)
  }

  @inlinable
  mutating func growTable() { rebuildTable(roomFor: 2 * count) }

  @usableFromInline
  func checked(_ index: Int) -> Int {
    let result = Swift.min(Swift.max(index, 0), count)
    if result != index { puredux_report_position(index, count) }
    return result
  }

  /// Moves the element at `old` to its final position, `new`.
  @usableFromInline
  mutating func move(_ old: Int, to new: Int) {
    guard old != new else { return }
    let id = storage[slot(at: old)].id
    journal.note(UInt32(new), id, at: old, count: count)
    if recording != nil { record(.move(id: id, from: new, to: old, after: neighbor(before: old))) }
    if arrangeIfLarge() {
      arrangement?.move(from: old, to: new)
      return mendOrder()
    }
    storage.insert(storage.remove(at: old), at: new)
    let (first, last, offset) = (Swift.min(old, new), Swift.max(old, new), old < new ? -1 : 1)
    table.renumber { position in
      if position == old { return new }
      return position < first || position > last ? position : position + offset
    }
  }

  /// Permutes the elements of a range. `order` lists the former positions of the elements, and `moved` is the number of
  /// displaced elements.
  mutating func reorder(_ span: Range<Int>, as order: [Int], moved: Int) {
    guard !order.elementsEqual(span) else { return }
    journal.noteChangeOfAll()
    recordOrder(of: span)
    if arrangeIfLarge() {
      arrangement?.reorder(span, as: order, moved: moved)
      return mendOrder()
    }
    var newPositions = Array(span)
    for (new, old) in zip(span, order) { newPositions[old - span.lowerBound] = new }
    storage.replaceSubrange(span, with: order.map { storage[$0] })
    table.renumber { span.contains($0) ? newPositions[$0 - span.lowerBound] : $0 }
  }

  /// Records the insertion of the elements at these ascending positions.
  mutating func noteInsertion(at positions: some Collection<Int>) {
    guard positions.count <= mostNoted else { return journal.noteChangeOfAll() }
    for position in positions {
      journal.note(JournalEntry<Element.ID>.inserted, storage[position].id, at: position, count: count)
    }
  }

  /// Returns the valid positions in ascending order, without duplicates.
  ///
  /// The sequence of offsets may be huge, so the scan stops once more than `count` invalid offsets have been found.
  @inlinable
  func checked(_ offsets: some Sequence<Int>) -> [Int] {
    // Offsets are usually in order already.
    var (ascending, others) = ([Int](), Set<Int>())
    var (outside, outsideCount) = (0, 0)
    for offset in offsets {
      guard offset >= 0, offset < count else {
        (outside, outsideCount) = (offset, outsideCount + 1)
        if outsideCount > count { break }
        continue
      }
      if others.isEmpty, ascending.last.map({ $0 < offset }) ?? true {
        ascending.append(offset)
      } else {
        others.insert(offset)
      }
    }
    if outsideCount > 0 { reportPosition(outside) }
    return others.isEmpty ? ascending : others.union(ascending).sorted()
  }

  @usableFromInline
  func reportPosition(_ position: Int) { puredux_report_position(position, count) }
}
