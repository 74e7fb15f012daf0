/// An observer's place in an audience: its number, its filter, and whether it has ended.
@usableFromInline
package final class Registration<State>: Cancellable {
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
    if observe(state, turn) == .dead { cancel() }
    return true
  }

  /// Takes effect at once, without waiting for a call that another thread has decided on before.
  @usableFromInline
  package func cancel() {
    if ended.raise() { audience.remove(self) }
  }
}

/// Where in the source a call stands, for reports.
@usableFromInline
package struct SourceLocation: Sendable, CustomStringConvertible {
  package let fileID: StaticString
  package let line: UInt

  @usableFromInline
  package init(fileID: StaticString, line: UInt) { (self.fileID, self.line) = (fileID, line) }

  @usableFromInline package var description: String { "\(fileID):\(line)" }
}

extension StoreNode {
  /// Registers an observer that also sees the store's final turn.
  ///
  /// What was dispatched before the store went is reduced and no longer published. So `onEnd` is called, once, in a turn
  /// after all of that, when the store has gone or the observer has ended; on any thread, and outside of a turn, where
  /// the mailbox is given up before that turn could come.
  /// - Parameters:
  ///   - choice: the states that `onChange` is called for.
  ///   - skipsPast: whether it is not called while stores show their past.
  ///   - onChange: called in each turn that publishes, and once when the observer enters.
  ///   - onEndInTurn: called right before `onEnd`, where there is a turn for it.
  /// - Returns: the observer, not yet admitted. The store keeps it, and what the two closures capture.
  package func registerFollower(
    choice: Registration<State>.Choice = .all, skipsPast: Bool = false,
    onChange: @escaping @Sendable () -> ObserverStatus,
    onEndInTurn: (@Sendable (borrowing Turn) -> Void)? = nil, onEnd: @escaping @Sendable () -> Void
  ) -> Registration<State> {
    registerFollower(choice: choice, skipsPast: skipsPast, onState: { _, _ in onChange() }, onEndInTurn, onEnd: onEnd)
  }

  /// The same for an observer that is lent the states.
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

/// Held by the observer alone, so that it is released after the observer's last call.
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

/// Calls a closure once: in `call`, or when it is released without that.
private final class LastCall: Sendable {
  private let body: Guarded<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Guarded(body) }

  deinit { call() }

  func call() { body.take()?() }
}

/// Admits an observer that waits in the mailbox to a store's audience. It keeps no store alive.
package struct ObserverAdmission<State: Sendable>: Sendable {
  let source: StateSource<State>
  let audience: Audience<State>
  let tree: StoreTree
  let store: UInt64
  let lifetime: Lifetime?

  /// Calls an observer with the current state, then enters it, unless it has ended or the store is gone.
  ///
  /// An observer of a store that has ended with its lifetime is not called: the states have no part for it any more.
  package func admit(_ registration: Registration<State>, _ turn: borrowing Turn) {
    if let identity = registration.identity, let present = audience.registration(identity) {
      present.offer(source.state(tree), turn)
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
