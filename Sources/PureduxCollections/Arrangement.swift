/// The logical order of elements that are stored in a different order in memory.
///
/// Inserting, removing or moving an element in the middle of a large collection shifts integers; almost all elements
/// and table entries stay in place. A slot is an element's index in memory, and a position is its index in the logical
/// order. The elements are stored without gaps: the last element moves to the slot of a removed element.
@frozen
@usableFromInline
struct Arrangement: Sendable {
  /// The slot of the element at each position, after the entries of elements removed from the start.
  @usableFromInline var slots: [Int32]
  /// The index in `slots` of the element in each slot.
  @usableFromInline var places: [Int32]
  /// The number of elements displaced since the logical order was last restored in memory.
  @usableFromInline var scattered = 0
  /// The number of entries in `slots` whose elements were removed from the start.
  ///
  /// Removing the first element takes amortized constant time, because no other entry moves.
  @usableFromInline var start = 0

  /// Creates an arrangement whose logical order equals the memory order.
  @usableFromInline
  init(count: Int) {
    slots = (0..<Int32(count)).map { $0 }
    places = slots
  }

  /// The smallest collection size at which shifting integers is faster than shifting elements.
  @inlinable static var smallest: Int { 16_384 }

  /// Whether enough elements are displaced to slow down iteration.
  ///
  /// The limit is chosen so that restoring the logical order in memory takes about a tenth of the time spent on the
  /// changes since the last restoration.
  @inlinable var isWorn: Bool { scattered > max(64, places.count / 64) }

  /// The slots of all elements, in logical order.
  @inlinable var order: ArraySlice<Int32> { slots[start...] }

  @inlinable
  func slot(at position: Int) -> Int { Int(slots[start + position]) }

  @inlinable
  func position(ofSlot slot: Int) -> Int { Int(places[slot]) - start }

  /// Assigns the last position to the element in the last slot.
  @usableFromInline
  mutating func append() {
    slots.append(Int32(places.count))
    places.append(Int32(slots.count - 1))
  }

  /// Assigns `position` to the element in the last slot, and shifts later positions.
  @usableFromInline
  mutating func insert(at position: Int) {
    scattered += 1
    let place = start + position
    shift(from: place, to: slots.count, by: 1)
    slots.insert(Int32(places.count), at: place)
    places.append(Int32(place))
  }

  /// Removes the element at a position, and moves the element in the last slot to the freed slot.
  @usableFromInline
  mutating func remove(at position: Int) {
    let slot: Int
    if position == 0 {
      // The order in memory stays good for iteration, so the element does not count as displaced.
      slot = Int(slots[start])
      start += 1
    } else {
      scattered += 1
      let place = start + position
      slot = Int(slots.remove(at: place))
      shift(from: place + 1, to: slots.count + 1, by: -1)
    }
    let moved = places.removeLast()
    if slot < places.count {
      places[slot] = moved
      slots[Int(moved)] = Int32(slot)
    }
    if start > 64, start > places.count { dropRemoved() }
  }

  /// Moves the element at `old` to its final position, `new`.
  @usableFromInline
  mutating func move(from old: Int, to new: Int) {
    scattered += 1
    let (old, new) = (start + old, start + new)
    let slot = slots.remove(at: old)
    slots.insert(slot, at: new)
    if old < new { shift(from: old + 1, to: new + 1, by: -1) } else { shift(from: new, to: old, by: 1) }
    places[Int(slot)] = Int32(new)
  }

  /// Permutes the elements in a range of positions. `order` lists the former positions of the elements, and `moved` is
  /// the number of displaced elements.
  mutating func reorder(_ range: Range<Int>, as order: [Int], moved: Int) {
    scattered += moved
    let range = start + range.lowerBound..<start + range.upperBound
    slots.replaceSubrange(range, with: order.map { slots[start + $0] })
    for place in range { places[Int(slots[place])] = Int32(place) }
  }

  /// Frees the entries of the elements that were removed from the start.
  private mutating func dropRemoved() {
    shift(from: 0, to: slots.count, by: -start)
    slots.removeFirst(start)
    start = 0
  }

  /// Adds `offset` to the places in a range.
  ///
  /// The loop is branchless, so that the compiler can vectorize it.
  private mutating func shift(from first: Int, to end: Int, by offset: Int) {
    let (first, end, offset) = (Int32(first), Int32(end), Int32(offset))
    // SAFETY: the buffer is used only during the call, at valid indices.
    places.withUnsafeMutableBufferPointer { places in
      for slot in places.indices {
        let place = places[slot]
        places[slot] = place &+ (place >= first && place < end ? offset : 0)
      }
    }
  }
}
