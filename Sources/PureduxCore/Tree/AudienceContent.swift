/// What an audience holds, under its lock.
@usableFromInline
struct AudienceContent<State>: Sendable {
  /// Enters the audience into what is above it (given the audience), or takes it out (given nil).
  /// Returns what the caller is to let go of outside the lock.
  @usableFromInline typealias ParentLink = @Sendable (Audience<State>?, borrowing LockToken) -> (any Sendable)?

  @usableFromInline var observers = NumberedList<Registration<State>>()
  @usableFromInline var branches = NumberedList<Branch<State>>()
  /// Observers that were given by identity, and must not stand here twice.
  @usableFromInline var byIdentity: [Identity: Registration<State>]?
  /// What ends with the store: effects, and whatever else was attached to it.
  @usableFromInline var attachedWork = AttachedWork()
  /// Nil once the store is gone.
  @usableFromInline var parentLink: ParentLink?

  @inlinable
  init(parentLink: @escaping ParentLink) { self.parentLink = parentLink }

  @usableFromInline
  var isEmpty: Bool { observers.isEmpty && branches.isEmpty }
}

extension AudienceContent {
  /// What is left once the store is gone.
  init(closed: Void) { parentLink = nil }
}
