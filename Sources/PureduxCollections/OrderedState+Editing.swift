internal import PureduxAtomics

extension OrderedState {
  /// Puts an element at the end.
  @inlinable
  public mutating func append(_ element: Element) {
    let id = element.id
    if let older = index(id: id) { removeElement(at: older) }
    storage.append(element)
    journal.note(JournalEntry<Element.ID>.inserted, id, at: count - 1, count: count)
    guard table.hasRoom(for: count) else { return growTable() }
    table.insert(count - 1, hash: id.hashValue)
  }

  /// Puts elements at the end, one after another; one whose id is there already moves.
  public mutating func append(contentsOf new: some Sequence<Element>) {
    for element in new { append(element) }
  }

  /// Puts an element at the beginning.
  @inlinable
  public mutating func prepend(_ element: Element) { insert(element, at: 0) }

  /// Puts an element before the one that is at `index`.
  @inlinable
  public mutating func insert(_ element: Element, at index: Int) {
    var position = checked(index)
    if let older = self.index(id: element.id) {
      removeElement(at: older)
      if older < position { position -= 1 }
    }
    storage.insert(element, at: position)
    journal.note(JournalEntry<Element.ID>.inserted, element.id, at: position, count: count)
    guard table.hasRoom(for: count) else { return growTable() }
    table.shift(from: position, by: 1)
    table.insert(position, hash: element.id.hashValue)
  }

  /// Puts elements before the one that is at `index`, in their order.
  public mutating func insert(contentsOf new: some Collection<Element>, at index: Int) {
    let destination = checked(index)
    let older = Set(new.compactMap { self.index(id: $0.id) }).sorted()
    let start = destination - older.count { $0 < destination }
    removeElements(at: older)
    let unique = OrderedState(new)
    guard !unique.isEmpty else { return }
    table.shift(from: start, by: unique.count)
    storage.insert(contentsOf: unique.elements, at: start)
    noteInsertion(of: start..<start + unique.count)
    guard table.hasRoom(for: count) else { return growTable() }
    for position in start..<start + unique.count { table.insert(position, hash: storage[position].id.hashValue) }
  }

  /// Removes the element with an id, if there is one.
  @inlinable @discardableResult
  public mutating func remove(id: Element.ID) -> Element? { index(id: id).map { removeElement(at: $0) } }

  /// Removes the element at a position.
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
  /// - Parameter offsets: positions in any order, for example an `IndexSet` of a list's `onDelete`.
  public mutating func remove(at offsets: some Sequence<Int>) {
    removeElements(at: checked(offsets))
  }

  /// Removes every element.
  public mutating func removeAll() { self = Self() }

  /// Removes the elements that satisfy a condition.
  public mutating func removeAll(where shouldGo: (Element) throws -> Bool) rethrows {
    removeElements(at: try storage.indices.filter { try shouldGo(storage[$0]) })
  }

  /// Moves the elements at these positions, in their order, before the one that is at `destination`.
  ///
  /// - Parameters:
  ///   - offsets: positions in any order, for example an `IndexSet` of a list's `onMove`.
  ///   - destination: a position as it is before the move.
  public mutating func move(from offsets: some Sequence<Int>, to destination: Int) {
    let (offsets, destination) = (checked(offsets), checked(destination))
    guard let first = offsets.first, let last = offsets.last else { return }
    let span = Swift.min(first, destination)..<Swift.max(last + 1, destination)
    let (before, after) = (span.lowerBound..<destination, destination..<span.upperBound)
    let moved = Set(offsets)
    let order = before.filter { !moved.contains($0) } + offsets + after.filter { !moved.contains($0) }
    guard !order.elementsEqual(span) else { return }
    if offsets.count == 1 {
      let target = UInt32(first < destination ? destination - 1 : destination)
      journal.note(target, storage[first].id, at: first, count: count)
    } else {
      journal.noteChangeOfAll()
    }
    var newPositions = Array(span)
    for (new, old) in zip(span, order) { newPositions[old - span.lowerBound] = new }
    storage.replaceSubrange(span, with: order.map { storage[$0] })
    table.renumber { span.contains($0) ? newPositions[$0 - span.lowerBound] : $0 }
  }

  /// Sorts by an order; equal elements keep theirs.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    let sorted = try storage.sorted(by: areInIncreasingOrder)
    guard !sorted.elementsEqual(storage, by: { $0.id == $1.id }) else { return }
    journal.noteChangeOfAll()
    storage = sorted
    rebuildTable()
  }

  /// Sorts in ascending order; equal elements keep theirs.
  public mutating func sort() where Element: Comparable { sort(by: <) }

  /// The elements sorted by an order; equal elements keep theirs.
  public func sorted(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows -> OrderedState {
    var sorted = self
    try sorted.sort(by: areInIncreasingOrder)
    return sorted
  }

  /// The elements in ascending order; equal elements keep theirs.
  public func sorted() -> OrderedState where Element: Comparable { sorted(by: <) }

  /// Only the elements that satisfy a condition, in their order.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> OrderedState {
    let included = try storage.filter(isIncluded)
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

  private mutating func noteInsertion(of positions: Range<Int>) {
    guard positions.count <= mostNoted else { return journal.noteChangeOfAll() }
    for position in positions {
      journal.note(JournalEntry<Element.ID>.inserted, storage[position].id, at: position, count: count)
    }
  }

  /// The positions that there are, each once and in ascending order.
  ///
  /// Offsets may be a set of more numbers than can be counted. So no more are looked at once too many were outside.
  private func checked(_ offsets: some Sequence<Int>) -> [Int] {
    var (inside, outside, outsideCount) = (Set<Int>(), 0, 0)
    for offset in offsets {
      guard !indices.contains(offset) else {
        inside.insert(offset)
        continue
      }
      (outside, outsideCount) = (offset, outsideCount + 1)
      if outsideCount > count { break }
    }
    if outsideCount > 0 { puredux_report_position(outside, count) }
    return inside.sorted()
  }
}
