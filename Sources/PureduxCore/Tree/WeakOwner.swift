/// A weak reference to the object that an observer ends with.
@usableFromInline
package final class WeakOwner: @unchecked Sendable {
  // SAFETY: a weak reference may be read from any thread, it is set once, and the object is only
  // compared with nil or handed back to the code that gave it.
  package private(set) weak var object: AnyObject?

  @usableFromInline
  package init(_ object: AnyObject) { self.object = object }

  @usableFromInline
  package var isGone: Bool { object == nil }
}
