/// The observers, branches and attached work of a node, which its audience guards.
@frozen
@usableFromInline
package struct AudienceContent<State>: Sendable {
  /// Enters the audience into the one above, or takes it out when it is given nil.
  ///
  /// Returns what the caller has to release outside the lock.
  @usableFromInline package typealias ParentLink = @Sendable (Audience<State>?, borrowing LockToken) -> (any Sendable)?

  @usableFromInline var observers = NumberedList<Registration<State>>()
  @usableFromInline var branches = NumberedList<Branch<State>>()
  /// Whether the store is gone.
  @usableFromInline var isClosed = false
  /// Whether anything was ever entered or attached. Most stores go without, and are let go of at once.
  @usableFromInline var wasUsed = false
  /// Observers with an identity of their own, which must not be entered twice.
  @usableFromInline var byIdentity: [Identity: Registration<State>]?
  /// Effects and other work that ends with the store.
  @usableFromInline var attachedWork = AttachedWork()
  /// Nil once nobody above publishes any more.
  @usableFromInline var parentLink: ParentLink?

  @inlinable
  init(parentLink: @escaping ParentLink) { self.parentLink = parentLink }

  @usableFromInline
  var isEmpty: Bool { observers.isEmpty && branches.isEmpty }
}

extension AudienceContent {
  /// The content once the store is gone.
  init(closed: Void) { (parentLink, isClosed) = (nil, true) }

  var isOpen: Bool { !isClosed && parentLink != nil }
}
