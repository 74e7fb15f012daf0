/// The latest changes of a collection, in a ring: a new one takes the place of the oldest where there is no more room.
@usableFromInline
final class JournalBuffer<ID: Hashable>: ManagedBuffer<JournalHeader, JournalEntry<ID>> {
  /// The room of a first buffer. It is doubled up to `ChangeJournal.mostChanges`.
  @inlinable static var smallest: Int { 4 }

  // SAFETY: in all of this class, the entries below `count` are initialised and no others are. Indices are taken modulo
  // the capacity, which is the room that was asked for.
  deinit {
    _ = withUnsafeMutablePointers { header, entries in entries.deinitialize(count: header.pointee.count) }
  }

  /// Makes a buffer with the changes of an older one.
  @inlinable
  static func make(capacity: Int, continuing old: JournalBuffer?) -> JournalBuffer {
    let kept = old?.entries ?? []
    let new = create(minimumCapacity: capacity) { _ in JournalHeader(written: kept.count, capacity: capacity) }
    new.withUnsafeMutablePointerToElements { entries in
      for (index, entry) in kept.enumerated() { (entries + index).initialize(to: entry) }
    }
    // SAFETY: `create` makes an object of the class that it is called on.
    return unsafeDowncast(new, to: JournalBuffer.self)
  }

  /// The changes, oldest first.
  @inlinable var entries: [JournalEntry<ID>] {
    withUnsafeMutablePointers { header, entries in
      let (written, count, mask) = (header.pointee.written, header.pointee.count, header.pointee.capacity - 1)
      return (written - count..<written).map { entries[$0 & mask] }
    }
  }

  /// Writes a change, unless a buffer of that size is too small for a collection of `count` elements.
  @inlinable
  func write(_ entry: JournalEntry<ID>, count: Int) -> Bool {
    withUnsafeMutablePointers { header, entries in
      let (written, capacity) = (header.pointee.written, header.pointee.capacity)
      let slot = entries + (written & (capacity &- 1))
      if written < capacity {
        slot.initialize(to: entry)
      } else if capacity == ChangeJournal<ID>.mostChanges || capacity >= count {
        slot.pointee = entry
      } else {
        return false
      }
      header.pointee.written = written &+ 1
      return true
    }
  }

  /// Calls `body` with each change since a version, oldest first; false where the version is not known.
  @inlinable
  func forEach(since version: Version, _ body: (JournalEntry<ID>) -> Void) -> Bool {
    withUnsafeMutablePointers { header, entries in
      let (written, mask) = (header.pointee.written, header.pointee.capacity &- 1)
      let oldest = written &- header.pointee.count
      // From the newest back: most readers ask for the last change.
      var first = written &- 1
      while first >= oldest, entries[first & mask].before != version { first &-= 1 }
      guard first >= oldest else { return false }
      while first < written {
        body(entries[first & mask])
        first &+= 1
      }
      return true
    }
  }
}

/// How full a journal is.
@frozen
@usableFromInline
struct JournalHeader {
  /// How many changes were ever written.
  @usableFromInline var written: Int
  /// A power of two.
  @usableFromInline let capacity: Int

  @inlinable
  init(written: Int, capacity: Int) {
    self.written = written
    self.capacity = capacity
  }

  /// How many changes are kept.
  @inlinable var count: Int { min(written, capacity) }
}
