public import PureduxAtomics
public import PureduxCore

/// The version of a collection, and its latest changes.
///
/// Copies share the changes until one of the copies is modified (copy-on-write).
///
/// The journal keeps up to 64 changes, or fewer if the collection has fewer elements. During a turn of a store, the
/// limit rises to about an eighth of the element count, so that an observer that is called in every turn can receive
/// all of the turn's changes. Beyond that limit, rereading the whole collection is at least as fast as applying the
/// changes. The next turn resets the limit to 64. Versions are unique in the process, so finding a version in the
/// journal proves that the current contents derive from that version. As a result, the changes to a diverged copy are
/// never returned.
@frozen
@usableFromInline
package struct ChangeJournal<ID: Hashable> {
  /// The maximum number of changes kept between turns. The maximum must be the smallest capacity times a power of two.
  @inlinable package static var mostChanges: Int { 64 }

  /// The capacity at which the journal stops growing during a turn, for a collection of `count` elements.
  @inlinable
  static func mostChanges(ofTurnIn count: Int) -> Int { max(mostChanges, count / 8) }

  @usableFromInline var version: Version
  @usableFromInline var buffer: JournalBuffer<ID>?

  @inlinable
  init() { (version, buffer) = (.empty, nil) }

  /// Records a change to one element in a collection of `count` elements.
  @inlinable
  mutating func note(_ kind: UInt32, _ id: ID, at position: Int, count: Int) {
    let entry = JournalEntry(before: version, kind: kind, id: id, at: position)
    version = Version()
    // SAFETY: a uniquely referenced buffer is not nil.
    if isKnownUniquelyReferenced(&buffer), buffer.unsafelyUnwrapped.write(entry, count: count) { return }
    renew(entry, count: count)
  }

  /// Records a change that is not tracked per element.
  @usableFromInline
  mutating func noteChangeOfAll() {
    version = Version()
    buffer = nil
  }

  /// Calls `body` with each change since a version, oldest first. Returns false if the changes since that version are
  /// unknown.
  @inlinable
  func forEach(since version: Version, _ body: (JournalEntry<ID>) -> Void) -> Bool {
    version == self.version || buffer?.forEach(since: version, body) == true
  }

  /// Writes the change to a new buffer. The new buffer is the journal's first buffer, a copy of a shared buffer, or a
  /// buffer of a different capacity.
  @inlinable
  @inline(never)
  mutating func renew(_ entry: JournalEntry<ID>, count: Int) {
    let (capacity, kept) = buffer?.room(for: entry, count: count) ?? (JournalBuffer<ID>.smallest, 0)
    let renewed = JournalBuffer.make(capacity: capacity, continuing: buffer, last: kept)
    renewed.put(entry)
    buffer = renewed
  }
}

// SAFETY: a buffer is mutated only while a single journal refers to it.
extension ChangeJournal: @unchecked Sendable where ID: Sendable {}

/// A ring buffer of a collection's latest changes. Once the buffer is full, each new change replaces the oldest one.
@usableFromInline
final class JournalBuffer<ID: Hashable>: ManagedBuffer<JournalHeader, JournalEntry<ID>> {
  /// The initial capacity; the capacity doubles each time the buffer grows.
  @inlinable static var smallest: Int { 4 }

  // SAFETY: throughout this class, exactly the entries at indices below `count` are initialized. Indices are taken
  // modulo the requested capacity.
  deinit {
    _ = withUnsafeMutablePointers { header, entries in entries.deinitialize(count: header.pointee.count) }
  }

  /// Creates a buffer that starts with the last `kept` changes of an older buffer.
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
    // SAFETY: `create` returns an object of the class on which it is called.
    return unsafeDowncast(new, to: JournalBuffer.self)
  }

  /// Returns the replacement buffer's capacity, and the number of changes to copy to the replacement.
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

  /// Whether the change that would be overwritten next belongs to the current turn of this thread.
  @inlinable var needsOldest: Bool {
    withUnsafeMutablePointers { header, entries in
      entries[(header.pointee.written &+ 1) & (header.pointee.capacity &- 1)].before.isOfTurn
    }
  }

  /// Writes a change in place. Returns false if a buffer of a different size is needed.
  @inlinable
  func write(_ entry: JournalEntry<ID>, count: Int) -> Bool {
    withUnsafeMutablePointers { header, entries in
      let (written, capacity) = (header.pointee.written, header.pointee.capacity)
      let most = ChangeJournal<ID>.mostChanges
      // The first change of a turn shrinks a buffer that an earlier turn has enlarged.
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

  /// Writes a change, replacing the oldest if the buffer is full.
  @inlinable
  func put(_ entry: JournalEntry<ID>) {
    withUnsafeMutablePointers { header, entries in
      let (written, capacity) = (header.pointee.written, header.pointee.capacity)
      let slot = entries + (written & (capacity &- 1))
      if written < capacity { slot.initialize(to: entry) } else { slot.pointee = entry }
      header.pointee.written = written &+ 1
    }
  }

  /// Calls `body` with each change since a version, oldest first. Returns false if the version is unknown.
  @inlinable
  func forEach(since version: Version, _ body: (JournalEntry<ID>) -> Void) -> Bool {
    withUnsafeMutablePointers { header, entries in
      let (written, mask) = (header.pointee.written, header.pointee.capacity &- 1)
      let oldest = written &- header.pointee.count
      // Search backward from the newest change, because most readers need only the last change.
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

/// The capacity of a journal's buffer, and the number of changes written to the buffer.
@frozen
@usableFromInline
struct JournalHeader {
  /// The number of changes written to the buffer, including changes that have been overwritten.
  @usableFromInline var written: Int
  /// A power of two.
  @usableFromInline let capacity: Int

  @inlinable
  init(written: Int, capacity: Int) {
    self.written = written
    self.capacity = capacity
  }

  /// The number of changes in the buffer.
  @inlinable var count: Int { min(written, capacity) }
}

/// A change in a journal.
@frozen
@usableFromInline
struct JournalEntry<ID: Hashable> {
  /// The version of the contents before the change.
  @usableFromInline let before: Version
  @usableFromInline let position: UInt32
  /// The destination of a moved element, or one of the constants `updated`, `inserted` and `removed`.
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
