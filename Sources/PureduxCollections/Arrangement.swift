/// The order of elements that stand in memory in another one.
///
/// An element in the middle of a large collection is removed, inserted or moved by changing plain numbers, while the
/// elements and the table that finds them stay where they are. A slot is where an element stands; a position is where it
/// is in the order. The elements stand without gaps: a removed one's slot is taken by the last.
@frozen
@usableFromInline
struct Arrangement: Sendable {
  /// The slot of the element at each position.
  @usableFromInline var slots: [Int32]
  /// The position of the element in each slot.
  @usableFromInline var positions: [Int32]
  /// How many elements stand elsewhere than their neighbours since all stood in their order.
  @usableFromInline var scattered = 0

  /// Elements that stand in their order.
  @usableFromInline
  init(count: Int) {
    slots = (0..<Int32(count)).map { $0 }
    positions = slots
  }

  /// From how many elements on changing numbers is quicker than moving what stands behind.
  @inlinable static var smallest: Int { 16_384 }

  /// Whether so many are out of place that iterating is slower for it. Putting all in their order again then takes a tenth
  /// of the time that their changes took.
  @inlinable var isWorn: Bool { scattered > max(64, slots.count / 64) }

  /// Adds the element that stands behind all others.
  @usableFromInline
  mutating func append() {
    let end = Int32(slots.count)
    slots.append(end)
    positions.append(end)
  }

  /// Adds the element that stands behind all others at a position before the last.
  @usableFromInline
  mutating func insert(at position: Int) {
    scattered += 1
    shift(from: position, to: slots.count, by: 1)
    slots.insert(Int32(slots.count), at: position)
    positions.append(Int32(position))
  }

  /// Removes the element at a position. Its slot is taken by the element in the last one.
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

  /// Gives the positions of a range to elements that are at others of them; `moved` of them change places with the rest.
  mutating func reorder(_ range: Range<Int>, as order: [Int], moved: Int) {
    scattered += moved
    slots.replaceSubrange(range, with: order.map { slots[$0] })
    for position in range { positions[Int(slots[position])] = Int32(position) }
  }

  /// Adds `offset` to the positions of a range.
  ///
  /// The loop has no branch, so that the compiler changes several positions at once.
  private mutating func shift(from first: Int, to end: Int, by offset: Int) {
    let (first, end, offset) = (Int32(first), Int32(end), Int32(offset))
    // SAFETY: the buffer is used during the call only, at its own indices.
    positions.withUnsafeMutableBufferPointer { positions in
      for slot in positions.indices {
        let position = positions[slot]
        positions[slot] = position &+ (position >= first && position < end ? offset : 0)
      }
    }
  }
}
