/// An observer's place in an audience: its number, its filter, and whether it has ended.
@usableFromInline
package final class Registration<State>: Endable {
  @usableFromInline package typealias Observe = @Sendable (State, borrowing Turn) -> ObserverStatus

  /// Tells whether the observer is to be called.
  @usableFromInline package typealias Filter = @Sendable (State, borrowing Turn) -> Bool

  /// Which states the observer is called with.
  @usableFromInline
  package enum Choice: Sendable {
    case all
    /// The states for which the filter returns true. Calling it may end the observer.
    case filtered(Filter)
  }

  // Every turn reads these first, so they stand first and together.
  @usableFromInline let ended = AtomicFlag()
  // Not the choice itself: taking a closure out of an enum retains it.
  @usableFromInline let isFiltered: Bool
  /// Whether it is not called while the past is shown: it starts and ends something.
  let skipsPast: Bool
  @usableFromInline let filter: Filter
  @usableFromInline let observe: Observe
  private let audience: Audience<State>
  @usableFromInline let number: UInt64
  let identity: Identity?
  /// Where it was subscribed, if it is to be reported when its store goes before it.
  let location: SourceLocation?

  @usableFromInline
  init(
    number: UInt64, identity: Identity?, choice: Choice, audience: Audience<State>, location: SourceLocation? = nil,
    skipsPast: Bool = false, observe: @escaping Observe
  ) {
    self.number = number
    self.skipsPast = skipsPast
    self.identity = identity
    self.location = location
    switch choice {
    case .all: (isFiltered, filter) = (false, { _, _ in true })
    case .filtered(let filter): (isFiltered, self.filter) = (true, filter)
    }
    self.audience = audience
    self.observe = observe
  }

  @usableFromInline package var isEnded: Bool { ended.isRaised }

  /// Calls the observer, unless it has ended or its filter declines.
  /// Returns whether it was called.
  @inlinable
  @discardableResult
  func offer(_ state: State, _ turn: borrowing Turn) -> Bool {
    if ended.isRaised { return false }
    if isFiltered {
      guard filter(state, turn), !ended.isRaised else { return false }
    }
    if observe(state, turn) == .dead { end() }
    return true
  }

  /// Takes effect at once, without waiting for a call that another thread has decided on before.
  @usableFromInline
  package func end() {
    if ended.raise() { audience.remove(self) }
  }
}
