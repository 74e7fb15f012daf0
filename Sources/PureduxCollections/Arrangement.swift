/// The logical order of elements whose memory order differs.
///
/// Removing, inserting or moving an element in the middle of a large collection changes only integers; the elements and
/// the table of ids stay in place. A slot is the index of an element in memory; a position is its index in the order.
/// The elements are stored without gaps: the last element moves to the slot of a removed element.
@frozen
@usableFromInline
struct Arrangement: Sendable {
  /// The slot of the element at each position.
  @usableFromInline var slots: [Int32]
  /// The position of the element in each slot.
  @usableFromInline var positions: [Int32]
  /// The number of elements that were displaced since the memory order was last restored.
  @usableFromInline var scattered = 0

  /// Creates the identity order.
  @usableFromInline
  init(count: Int) {
    slots = (0..<Int32(count)).map { $0 }
    positions = slots
  }

  /// The number of elements above which changing integers is faster than moving elements.
  @inlinable static var smallest: Int { 16_384 }

  /// Whether so many elements are displaced that iterating is slower.
  ///
  /// Restoring the memory order then takes a tenth of the time that the changes since the last restoration took.
  @inlinable var isWorn: Bool { scattered > max(64, slots.count / 64) }

  /// Adds the last element in memory at the last position.
  @usableFromInline
  mutating func append() {
    let end = Int32(slots.count)
    slots.append(end)
    positions.append(end)
  }

  /// Adds the last element in memory at a position before the last.
  @usableFromInline
  mutating func insert(at position: Int) {
    scattered += 1
    shift(from: position, to: slots.count, by: 1)
    slots.insert(Int32(slots.count), at: position)
    positions.append(Int32(position))
  }

  /// Removes the element at a position. The last element moves to its slot.
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

  /// Moves an element.
  @usableFromInline
  mutating func move(from old: Int, to new: Int) {
    scattered += 1
    let slot = slots.remove(at: old)
    slots.insert(slot, at: new)
    if old < new { shift(from: old + 1, to: new + 1, by: -1) } else { shift(from: new, to: old, by: 1) }
    positions[Int(slot)] = Int32(new)
  }

  /// Permutes the elements in a range of positions. `order` lists their former positions, and `moved` is the number of
  /// displaced elements.
  mutating func reorder(_ range: Range<Int>, as order: [Int], moved: Int) {
    scattered += moved
    slots.replaceSubrange(range, with: order.map { slots[$0] })
    for position in range { positions[Int(slots[position])] = Int32(position) }
  }

  /// Adds `offset` to the positions in a range.
  ///
  /// The loop is branchless, so that the compiler vectorizes it.
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
