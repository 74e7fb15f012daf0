/// A hash table of positions, with open addressing over integers.
///
/// The table stores no keys; the caller compares the elements. As a result, inserting or removing an element in the
/// middle takes one pass over small integers, without hashing. Changing an element without changing its id does not
/// touch the table.
@frozen
@usableFromInline
package struct PositionTable: Sendable {
  /// For each bucket, the position plus one, or 0 if the bucket is empty. The number of buckets is a power of two, and
  /// at most half of them are in use.
  @usableFromInline var buckets: [Int32] = []

  @inlinable
  package init() {}

  /// Creates an empty table with capacity for `count` positions.
  @inlinable
  package init(roomFor count: Int) {
    guard count > 0 else { return }
    var size = 8
    while size < 2 * count { size *= 2 }
    buckets = Array(repeating: 0, count: size)
  }

  @inlinable
  package func hasRoom(for count: Int) -> Bool { 2 * count <= buckets.count }

  /// Returns the bucket of the first position that satisfies `matches` in a hash's probe sequence.
  @inlinable
  func bucket(hash: Int, where matches: (_ position: Int) -> Bool) -> Int? {
    guard !buckets.isEmpty else { return nil }
    var bucket = hash & (buckets.count - 1)
    while buckets[bucket] != 0 {
      if matches(Int(buckets[bucket]) - 1) { return bucket }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return nil
  }

  @inlinable
  package func position(hash: Int, where matches: (_ position: Int) -> Bool) -> Int? {
    bucket(hash: hash, where: matches).map { Int(buckets[$0]) - 1 }
  }

  /// Inserts a position that is not in the table yet. The table must have room for the position.
  @inlinable
  package mutating func insert(_ position: Int, hash: Int) {
    var bucket = hash & (buckets.count - 1)
    while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
    buckets[bucket] = Int32(position + 1)
  }

  /// Removes a position, and moves later entries of the probe sequence into the gap.
  @inlinable
  package mutating func remove(_ position: Int, hash: Int, hashOf: (_ position: Int) -> Int) {
    guard var gap = bucket(hash: hash, where: { $0 == position }) else { return }
    let mask = buckets.count - 1
    var next = (gap + 1) & mask
    while buckets[next] != 0 {
      let home = hashOf(Int(buckets[next]) - 1) & mask
      if (next &- home) & mask >= (next &- gap) & mask {
        buckets[gap] = buckets[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    buckets[gap] = 0
  }

  /// Replaces the position of an entry.
  @inlinable
  mutating func replace(_ position: Int, by other: Int, hash: Int) {
    guard let bucket = bucket(hash: hash, where: { $0 == position }) else { return }
    buckets[bucket] = Int32(other + 1)
  }

  /// Adds `offset` to every position at or after `first`.
  ///
  /// The loop is branchless, so that the compiler can vectorize it. As a result, this method is eight times as fast as
  /// `renumber`.
  @inlinable
  mutating func shift(from first: Int, by offset: Int) {
    let (last, offset) = (Int32(first), Int32(offset))
    for bucket in buckets.indices { buckets[bucket] &+= buckets[bucket] > last ? offset : 0 }
  }

  /// Replaces every position with the result of `newPosition`.
  @inlinable
  mutating func renumber(_ newPosition: (_ position: Int) -> Int) {
    for bucket in buckets.indices where buckets[bucket] != 0 {
      buckets[bucket] = Int32(newPosition(Int(buckets[bucket]) - 1) + 1)
    }
  }
}
