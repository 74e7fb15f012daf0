/// An observer whose store has gone, and the place where it was subscribed.
@usableFromInline
package struct LeftObserver: Sendable {
  let observer: WeakOwner
  let location: SourceLocation
}
