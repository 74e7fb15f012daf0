/// A weak reference that any thread may read and that never changes.
@usableFromInline
package final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // SAFETY: a weak reference may be read from any thread, it is set once, and what the object may be used for on which
  // thread is for those to say who know its type: one that is not `Sendable` is only compared with nil.
  package private(set) weak var object: Object?

  @usableFromInline
  package init(_ object: Object) { self.object = object }

  @usableFromInline
  package var isGone: Bool { object == nil }
}

/// A weak reference to the object that an observer ends with, or to the store that a window shows.
@usableFromInline
package typealias WeakOwner = WeakReference<AnyObject>
