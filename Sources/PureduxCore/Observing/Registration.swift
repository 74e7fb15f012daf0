/// An observer's place in an audience.
@usableFromInline
package final class Registration<State>: Ending {
  @usableFromInline package typealias Observe = @Sendable (State, borrowing Turn) -> ObserverStatus

  @usableFromInline let number: UInt64
  let identity: Identity?
  @usableFromInline let ended: AtomicFlag
  @usableFromInline let observe: Observe
  private let audience: Audience<State>

  @usableFromInline
  init(
    number: UInt64, identity: Identity?, ended: AtomicFlag, audience: Audience<State>, observe: @escaping Observe
  ) {
    self.number = number
    self.identity = identity
    self.ended = ended
    self.audience = audience
    self.observe = observe
  }

  package var isEnded: Bool { ended.isRaised }

  /// Calls the observer, unless it was ended.
  @inlinable
  func offer(_ state: State, _ turn: borrowing Turn) {
    if !ended.isRaised, observe(state, turn) == .dead { end() }
  }

  /// Takes effect at once, without waiting for a call that another thread has decided on before.
  @usableFromInline
  package func end() {
    if ended.raise() { audience.remove(self) }
  }
}
