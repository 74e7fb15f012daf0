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
