/// The logical order of elements that are stored in a different order in memory.
///
/// Inserting, removing or moving an element in the middle of a large collection shifts integers; almost all elements
/// and table entries stay in place. A slot is an element's index in memory, and a position is its index in the logical
/// order. The elements are stored without gaps: the last element moves to the slot of a removed element.
@frozen
@usableFromInline
struct Arrangement: Sendable {
  /// The slot of the element at each position.
  @usableFromInline var slots: [Int32]
  /// The position of the element in each slot.
  @usableFromInline var positions: [Int32]
  /// The number of elements displaced since the logical order was last restored in memory.
  @usableFromInline var scattered = 0

  /// Creates an arrangement whose logical order equals the memory order.
  @usableFromInline
  init(count: Int) {
    slots = (0..<Int32(count)).map { $0 }
    positions = slots
  }

  /// The smallest collection size at which shifting integers is faster than shifting elements.
  @inlinable static var smallest: Int { 16_384 }

  /// Whether enough elements are displaced to slow down iteration.
  ///
  /// The limit is chosen so that restoring the logical order in memory takes about a tenth of the time spent on the
  /// changes since the last restoration.
  @inlinable var isWorn: Bool { scattered > max(64, slots.count / 64) }

  /// Assigns the last position to the element in the last slot.
  @usableFromInline
  mutating func append() {
    let end = Int32(slots.count)
    slots.append(end)
    positions.append(end)
  }

  /// Assigns `position` to the element in the last slot, and shifts later positions.
  @usableFromInline
  mutating func insert(at position: Int) {
    scattered += 1
    shift(from: position, to: slots.count, by: 1)
    slots.insert(Int32(slots.count), at: position)
    positions.append(Int32(position))
  }

  /// Removes the element at a position, and moves the element in the last slot to the freed slot.
  @usableFromInline
  mutating func remove(at position: Int) {
    scattered += 1
    let slot = Int(slots.remove(at: position))
    shift(from: position + 1, to: positions.count, by: -1)
    let moved = positions.removeLast()
    if slot < positions.count {
      positions[slot] = moved
      slots[Int(moved)] = Int32(slot)
    }
  }

  /// Moves the element at `old` to its final position, `new`.
  @usableFromInline
  mutating func move(from old: Int, to new: Int) {
    scattered += 1
    let slot = slots.remove(at: old)
    slots.insert(slot, at: new)
    if old < new { shift(from: old + 1, to: new + 1, by: -1) } else { shift(from: new, to: old, by: 1) }
    positions[Int(slot)] = Int32(new)
  }

  /// Permutes the elements in a range of positions. `order` lists the former positions of the elements, and `moved` is
  /// the number of displaced elements.
  mutating func reorder(_ range: Range<Int>, as order: [Int], moved: Int) {
    scattered += moved
    slots.replaceSubrange(range, with: order.map { slots[$0] })
    for position in range { positions[Int(slots[position])] = Int32(position) }
  }

  /// Adds `offset` to the positions in a range.
  ///
  /// The loop is branchless, so that the compiler can vectorize it.
  private mutating func shift(from first: Int, to end: Int, by offset: Int) {
    let (first, end, offset) = (Int32(first), Int32(end), Int32(offset))
    // SAFETY: the buffer is used only during the call, at valid indices.
    positions.withUnsafeMutableBufferPointer { positions in
      for slot in positions.indices {
        let position = positions[slot]
        positions[slot] = position &+ (position >= first && position < end ? offset : 0)
      }
    }
  }
}
