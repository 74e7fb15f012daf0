public import PureduxAtomics

/// The version of a collection, and the latest changes that led to it.
///
/// Copies share the changes. A copy that changes while it shares them takes a copy of them first.
/// 64 are kept. In a turn of a store there may be more, for whoever follows the collection from turn to turn: all of the
/// turn's, up to about an eighth of the elements, beyond which starting anew is as quick. The next turn begins with 64 again.
/// Because versions are unique in the process, an entry that follows a version proves that these contents were made of
/// those. So an answer is never taken from the history of another copy.
@frozen
@usableFromInline
package struct ChangeJournal<ID: Hashable> {
  /// How many of the latest changes are kept from turn to turn: the smallest room doubled some times.
  @inlinable package static var mostChanges: Int { 64 }

  /// From how many on the changes of one turn are no longer all kept in a collection of `count`, but for the rest of the
  /// room that was doubled.
  @inlinable
  static func mostChanges(ofTurnIn count: Int) -> Int { max(mostChanges, count / 8) }

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

  /// Writes the change to a new buffer: the first, one that no other collection shares, or one of another size.
  @inlinable
  @inline(never)
  mutating func renew(_ entry: JournalEntry<ID>, count: Int) {
    let (capacity, kept) = buffer?.room(for: entry, count: count) ?? (JournalBuffer<ID>.smallest, 0)
    let renewed = JournalBuffer.make(capacity: capacity, continuing: buffer, last: kept)
    renewed.put(entry)
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

  /// Makes a buffer with the last changes of an older one.
  @inlinable
  static func make(capacity: Int, continuing old: JournalBuffer?, last kept: Int) -> JournalBuffer {
    let new = create(minimumCapacity: capacity) { _ in JournalHeader(written: kept, capacity: capacity) }
    if let old {
      old.withUnsafeMutablePointers { header, entries in
        let (first, mask) = (header.pointee.written - kept, header.pointee.capacity - 1)
        new.withUnsafeMutablePointerToElements { copies in
          for index in 0..<kept { (copies + index).initialize(to: entries[(first + index) & mask]) }
        }
      }
    }
    // SAFETY: `create` makes an object of the class that it is called on.
    return unsafeDowncast(new, to: JournalBuffer.self)
  }

  /// The room of the buffer that takes the place of this one for one more change, and how many changes it begins with.
  @inlinable
  func room(for entry: JournalEntry<ID>, count: Int) -> (capacity: Int, kept: Int) {
    let most = ChangeJournal<ID>.mostChanges
    let (capacity, kept) = (header.capacity, header.count)
    if capacity > most, !entry.before.isOfTurn { return (most, min(kept, most)) }
    guard header.written >= capacity else { return (capacity, kept) }
    let mayGrow =
      capacity < min(count, most) || needsOldest && capacity < ChangeJournal<ID>.mostChanges(ofTurnIn: count)
    return (mayGrow ? 2 * capacity : capacity, kept)
  }

  /// Whether the change that the next one would take the place of belongs to the turn that this thread performs.
  @inlinable var needsOldest: Bool {
    withUnsafeMutablePointers { header, entries in
      entries[(header.pointee.written &+ 1) & (header.pointee.capacity &- 1)].before.isOfTurn
    }
  }

  /// Writes a change, unless a buffer of another size has to take it, in a collection of `count` elements.
  @inlinable
  func write(_ entry: JournalEntry<ID>, count: Int) -> Bool {
    withUnsafeMutablePointers { header, entries in
      let (written, capacity) = (header.pointee.written, header.pointee.capacity)
      let most = ChangeJournal<ID>.mostChanges
      // The first change of a turn cuts what an earlier one needed.
      if capacity > most, !entry.before.isOfTurn { return false }
      let slot = entries + (written & (capacity &- 1))
      if written < capacity {
        slot.initialize(to: entry)
      } else {
        if capacity < most, capacity < count { return false }
        if puredux_is_in_turn_of_stamps(), needsOldest, capacity < ChangeJournal<ID>.mostChanges(ofTurnIn: count) {
          return false
        }
        slot.pointee = entry
      }
      header.pointee.written = written &+ 1
      return true
    }
  }

  /// Writes a change, in place of the oldest where there is no more room.
  @inlinable
  func put(_ entry: JournalEntry<ID>) {
    withUnsafeMutablePointers { header, entries in
      let (written, capacity) = (header.pointee.written, header.pointee.capacity)
      let slot = entries + (written & (capacity &- 1))
      if written < capacity { slot.initialize(to: entry) } else { slot.pointee = entry }
      header.pointee.written = written &+ 1
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
