/// A weak reference that any thread may read and that never changes.
@usableFromInline
package final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // SAFETY: a weak reference may be read from any thread, and it is set once. Who reads the object must know on which
  // thread it may be used: an object that is not `Sendable` is only compared with nil.
  package private(set) weak var object: Object?

  @usableFromInline
  package init(_ object: Object) { self.object = object }

  @usableFromInline
  package var isGone: Bool { object == nil }
}

/// A weak reference to the object that an observer ends with, or to the store that a window shows.
@usableFromInline
package typealias WeakOwner = WeakReference<AnyObject>
