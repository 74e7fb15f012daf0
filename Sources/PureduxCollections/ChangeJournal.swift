/// The version of a collection, and the latest changes that led to it.
///
/// Copies share the changes. A copy that changes while it shares them takes a copy of them first; there are
/// `mostChanges` at most.
/// Because versions are unique in the process, an entry that follows a version proves that these contents were made of
/// those. So an answer is never taken from the history of another copy.
@frozen
@usableFromInline
package struct ChangeJournal<ID: Hashable> {
  /// How many of the latest changes are kept: the smallest room doubled some times.
  @inlinable package static var mostChanges: Int { 64 }

  @usableFromInline var version: Version
  @usableFromInline var buffer: JournalBuffer<ID>?

  @inlinable
  init() { (version, buffer) = (.empty, nil) }

  /// Notes a change of one element in a collection of `count`.
  @inlinable
  mutating func note(_ kind: UInt32, _ id: ID, at position: Int, count: Int) {
    let entry = JournalEntry(before: version, kind: kind, id: id, at: position)
    version = Version()
    // SAFETY: a buffer that is uniquely referenced is there.
    if isKnownUniquelyReferenced(&buffer), buffer.unsafelyUnwrapped.write(entry, count: count) { return }
    renew(entry, count: count)
  }

  /// Notes a change that is not told element by element.
  @usableFromInline
  mutating func noteChangeOfAll() {
    version = Version()
    buffer = nil
  }

  /// Calls `body` with each change since a version, oldest first; false where they are not known.
  @inlinable
  func forEach(since version: Version, _ body: (JournalEntry<ID>) -> Void) -> Bool {
    version == self.version || buffer?.forEach(since: version, body) == true
  }

  /// Writes the change to a new buffer: the first, one that no other collection shares, or a larger one.
  @inlinable
  @inline(never)
  mutating func renew(_ entry: JournalEntry<ID>, count: Int) {
    var capacity = max(buffer?.header.capacity ?? 0, JournalBuffer<ID>.smallest)
    if let header = buffer?.header, header.written >= capacity, capacity < min(count, Self.mostChanges) {
      capacity *= 2
    }
    let renewed = JournalBuffer.make(capacity: capacity, continuing: buffer)
    _ = renewed.write(entry, count: count)
    buffer = renewed
  }
}

// SAFETY: a buffer is written only where one journal alone refers to it, and read otherwise.
extension ChangeJournal: @unchecked Sendable where ID: Sendable {}

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

/// A change as a journal keeps it.
@frozen
@usableFromInline
struct JournalEntry<ID: Hashable> {
  /// The version of the contents before the change.
  @usableFromInline let before: Version
  @usableFromInline let position: UInt32
  /// The place that an element was moved to, or one of the three numbers below.
  @usableFromInline let kind: UInt32
  @usableFromInline let id: ID

  @inlinable static var updated: UInt32 { .max }
  @inlinable static var inserted: UInt32 { .max - 1 }
  @inlinable static var removed: UInt32 { .max - 2 }

  @inlinable
  init(before: Version, kind: UInt32, id: ID, at position: Int) {
    self.before = before
    self.position = UInt32(truncatingIfNeeded: position)
    self.kind = kind
    self.id = id
  }

  @inlinable
  var change: ElementChange<ID> {
    switch kind {
    case Self.updated: .updated(id, at: Int(position))
    case Self.inserted: .inserted(id, at: Int(position))
    case Self.removed: .removed(id, at: Int(position))
    default: .moved(id, from: Int(position), to: Int(kind))
    }
  }
}

extension JournalEntry: Sendable where ID: Sendable {}
