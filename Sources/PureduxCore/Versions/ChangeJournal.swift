/// The version of a collection, and the latest changes that led to it.
///
/// Copies share the changes. A copy that changes while it shares them takes a copy of them first; there are
/// `mostChanges` at most.
/// Because versions are unique in the process, an entry that follows a version proves that these contents were made of
/// those. So an answer is never taken from the history of another copy.
@frozen
@usableFromInline
struct ChangeJournal<ID: Hashable> {
  /// How many of the latest changes are kept: the smallest room doubled some times.
  @inlinable static var mostChanges: Int { 64 }

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
