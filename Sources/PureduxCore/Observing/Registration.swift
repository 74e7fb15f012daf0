public import PureduxAtomics

/// Whether an observer continues to be called.
@usableFromInline
package enum ObservationStatus: Sendable { case active, dead }

/// The registration of an observer in an audience: its number, its filter, and whether it has ended.
@usableFromInline
package final class Registration<State>: Cancellable {
  @usableFromInline package typealias Observe = @Sendable (State, borrowing Turn) -> ObservationStatus

  /// Returns whether the observer must be called.
  @usableFromInline package typealias Filter = @Sendable (State, borrowing Turn) -> Bool

  /// The rule that determines for which states the observer is called.
  @usableFromInline
  package enum Choice: Sendable {
    case all
    /// The states for which the filter returns true. Calling the filter may end the observer.
    case filtered(Filter)
  }

  // These properties are read in every turn, so they are stored first and next to each other.
  @usableFromInline let ended = AtomicFlag()
  // The filter is stored separately, because extracting a closure from an enum would retain the closure.
  @usableFromInline let isFiltered: Bool
  /// Whether past states are withheld, because the observer starts and ends work.
  let skipsPast: Bool
  @usableFromInline let filter: Filter
  @usableFromInline let observe: Observe
  private let audience: Audience<State>
  @usableFromInline let number: UInt64
  let identity: Identity?
  /// The source location of the subscription, reported if the observer outlives the store.
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

  /// Calls the observer, unless it has ended or its filter rejects the state.
  ///
  /// Counts the call also in unobserved turns: a test would cost more than the addition.
  @inlinable
  func offer(_ state: State, _ turn: borrowing Turn) {
    if ended.isRaised { return }
    if isFiltered {
      guard filter(state, turn), !ended.isRaised else { return }
    }
    puredux_thread_count_observer()
    if observe(state, turn) == .dead { cancel() }
  }

  /// Calls the observer with the current state, even if the observer has received that state before.
  ///
  /// - Parameter again: A new registration of the same observer. The filter of the new registration has no previous
  ///   state, so it rejects only a state that the store does not publish.
  func offer(_ state: State, acceptedBy again: Registration, _ turn: borrowing Turn) {
    if ended.isRaised { return }
    if isFiltered {
      // Always call this registration's filter, so that the filter compares the next state with this state.
      guard filter(state, turn) || again.filter(state, turn), !ended.isRaised else { return }
    }
    if observe(state, turn) == .dead { cancel() }
  }

  /// Ends the observer immediately, without waiting for a call that another thread has begun or is about to begin.
  @usableFromInline
  package func cancel() {
    if ended.raise() { audience.remove(self) }
  }
}

/// The source location of a call, for reports.
@usableFromInline
package struct SourceLocation: Sendable, CustomStringConvertible {
  package let fileID: StaticString
  package let line: UInt

  @usableFromInline
  package init(fileID: StaticString, line: UInt) { (self.fileID, self.line) = (fileID, line) }

  @usableFromInline package var description: String { "\(fileID):\(line)" }
}

extension StoreNode {
  /// Creates the registration of an observer that is also notified when the observation has ended.
  ///
  /// Actions dispatched before the store's release are still reduced, but the resulting states are no longer published.
  /// Instead, `onEnd` is called once, in a turn after the store was released or the observer ended. If the mailbox
  /// drops its messages before that turn, `onEnd` is called on an arbitrary thread, outside a turn.
  /// - Parameters:
  ///   - choice: the states for which `onChange` is called.
  ///   - skipsPast: whether calls to `onChange` are skipped while stores display past states.
  ///   - onChange: called in each turn that publishes a state, and once at registration.
  ///   - onEndInTurn: called right before `onEnd`, if `onEnd` is called in a turn.
  /// - Returns: the registration, not yet added to the audience. Once the registration is added, the audience retains
  ///   it, together with everything that the closures capture.
  package func registerFollower(
    choice: Registration<State>.Choice = .all, skipsPast: Bool = false,
    onChange: @escaping @Sendable () -> ObservationStatus,
    onEndInTurn: (@Sendable (borrowing Turn) -> Void)? = nil, onEnd: @escaping @Sendable () -> Void
  ) -> Registration<State> {
    registerFollower(choice: choice, skipsPast: skipsPast, onState: { _, _ in onChange() }, onEndInTurn, onEnd: onEnd)
  }

  /// Creates the registration of an observer that borrows each state instead of copying it.
  package func registerFollower(
    choice: Registration<State>.Choice = .all, skipsPast: Bool = false,
    onState: @escaping Registration<State>.Observe,
    _ onEndInTurn: (@Sendable (borrowing Turn) -> Void)? = nil, onEnd: @escaping @Sendable () -> Void
  ) -> Registration<State> {
    let follower = Follower(tree.mailbox, onEndInTurn, onEnd)
    return register(choice: choice, skipsPast: skipsPast) { state, turn in
      defer { withExtendedLifetime(follower) {} }
      return onState(state, turn)
    }
  }
}

/// Reports, when released, that an observer has ended. Only the observer retains this object, so the object is released
/// after the observer's last call.
private final class Follower: Sendable {
  private let mailbox: Mailbox
  private let onEndInTurn: (@Sendable (borrowing Turn) -> Void)?
  private let onEnd: @Sendable () -> Void

  init(
    _ mailbox: Mailbox, _ onEndInTurn: (@Sendable (borrowing Turn) -> Void)?, _ onEnd: @escaping @Sendable () -> Void
  ) {
    self.mailbox = mailbox
    self.onEndInTurn = onEndInTurn
    self.onEnd = onEnd
  }

  deinit {
    let last = LastCall(onEnd)
    mailbox.postFromDeinit { [onEndInTurn] turn in
      onEndInTurn?(turn)
      last.call()
    }
  }
}

/// Calls a closure once: in `call()`, or on release if `call()` was never called.
private final class LastCall: Sendable {
  private let body: Guarded<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Guarded(body) }

  deinit { call() }

  func call() { body.take()?() }
}

/// Registers an observer with a store's audience in a turn, without retaining the store.
package struct ObserverAdmission<State: Sendable>: Sendable {
  let source: StateSource<State>
  let audience: Audience<State>
  let tree: StoreTree
  let store: UInt64
  let lifetime: Lifetime?

  /// Calls an observer with the current state, then registers the observer for later states.
  ///
  /// An observer that has ended by then is not registered, nor is an observer of a released store. If the store has
  /// ended with its lifetime, the observer is not called, because the parent's state no longer contains the store's
  /// element.
  package func admit(_ registration: Registration<State>, _ turn: borrowing Turn) {
    if let identity = registration.identity, let present = audience.registration(identity) {
      present.offer(source.state(tree), acceptedBy: registration, turn)
      return
    }
    let isEntered = audience.admit(registration, endingWith: lifetime, turn) { source.state(tree) }
    if !isEntered, let location = registration.location {
      var orphan = OrphanedObserver(registration, at: location)
      orphan.store = tree.name(of: store)
      tree.noteOrphan(orphan, turn)
    }
  }
}

extension StoreNode {
  package var admission: ObserverAdmission<State> {
    ObserverAdmission(source: source, audience: audience, tree: tree, store: actionQueue.store, lifetime: lifetime)
  }
}
