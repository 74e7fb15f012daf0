public import PureduxAtomics

/// Whether an observer continues to be called.
@usableFromInline
package enum ObservationStatus: Sendable { case active, dead }

/// The registration of an observer in an audience: its number, the closure to call, and whether the observer has ended.
///
/// A registration occupies 64 bytes. What few observers need is in `RuledRegistration`.
@usableFromInline
package class Registration<State>: Cancellable, @unchecked Sendable {
  // SAFETY: `ended` is read and written only by atomic operations, through the pointer `endedFlag`; everything else is
  // constant. The pointer is valid because `ended` is the first stored property, and because its users keep this object
  // alive.
  @exclusivity(unchecked) private final var ended: UInt8 = 0
  /// Whether this is a `RuledRegistration`.
  @usableFromInline final let isRuled: Bool
  private final let line: UInt32
  private final let file: UnsafePointer<UInt8>?
  private final let audience: Audience<State>
  @usableFromInline final let call: @Sendable (State) -> Void
  @usableFromInline final let number: UInt64

  /// Creates the registration of an observer that is called with each state, without adding it to the audience.
  ///
  /// - Parameter location: The location of the subscription, reported if the observer outlives the store.
  package convenience init(
    number: UInt64, audience: Audience<State>, location: SourceLocation? = nil,
    call: @escaping @Sendable (State) -> Void
  ) {
    self.init(number: number, audience: audience, location: location, isRuled: false, call: call)
  }

  fileprivate init(
    number: UInt64, audience: Audience<State>, location: SourceLocation?, isRuled: Bool,
    call: @escaping @Sendable (State) -> Void
  ) {
    assert(number != 0, "an observer with the number 0 would end after its first call")
    (file, line) = (location?.start, UInt32(clamping: location?.line ?? 0))
    (self.number, self.audience, self.isRuled, self.call) = (number, audience, isRuled, call)
  }

  @usableFromInline final var endedFlag: UnsafeMutablePointer<UInt8> {
    @inlinable get { _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: UInt8.self) }
  }

  @usableFromInline package final var isEnded: Bool {
    @inlinable get { withExtendedLifetime(self) { puredux_flag_load(endedFlag) } }
  }

  /// The location of the subscription, if the observer is reported when it outlives the store.
  final var location: String? { file.map { "\(String(cString: $0)):\(line)" } }

  /// This registration with its rule, if it has one.
  // SAFETY: only the subclass is ruled.
  final var ruled: RuledRegistration<State>? { isRuled ? unsafeDowncast(self, to: RuledRegistration.self) : nil }

  /// Calls the observer, unless it has ended or its rule rejects the state.
  ///
  /// Counts the call also in unobserved turns: a test would cost more than the addition.
  @inlinable
  final func offer(_ state: UnsafePointer<State>, _ turn: borrowing Turn) {
    if isEnded { return }
    // SAFETY: only the subclass is ruled.
    if isRuled { return unsafeDowncast(self, to: RuledRegistration<State>.self).offerByRule(state, turn) }
    puredux_thread_count_observer()
    lend(state) { call($0) }
    // Never true. Without a use after the call, the compiler would retain the registration during the call.
    if number == 0 { cancel() }
  }

  /// Like `offer`, with the value that is at the pointer.
  @inlinable
  final func offer(_ value: State, at state: UnsafePointer<State>, _ turn: borrowing Turn) {
    if isEnded { return }
    // SAFETY: only the subclass is ruled.
    if isRuled { return unsafeDowncast(self, to: RuledRegistration<State>.self).offerByRule(value, at: state, turn) }
    puredux_thread_count_observer()
    call(value)
    // See above.
    if number == 0 { cancel() }
  }

  /// Ends the observer immediately, without waiting for a call that another thread has begun or is about to begin.
  @usableFromInline
  package final func cancel() {
    if withExtendedLifetime(self, { puredux_flag_raise(endedFlag) }) { audience.remove(self) }
  }
}

/// The states with which an observer is called.
///
/// An enumeration, because a closure in an optional would be called through two conversions.
@usableFromInline
package enum ObservedStates<State>: Sendable {
  case all
  /// The states for which the filter returns true.
  case filtered(RuledRegistration<State>.Filter)
}

/// The registration of an observer that is called with some states only, receives the turn, or ends itself.
@usableFromInline
package final class RuledRegistration<State>: Registration<State>, @unchecked Sendable {
  // SAFETY: all properties are constant.
  /// Calls an observer in a turn. An observer that returns `.dead` has ended.
  ///
  /// The state is lent: the pointer is valid during the call. Reading `pointee` copies a large state.
  @usableFromInline
  package typealias Observe = @Sendable (UnsafePointer<State>, borrowing Turn) -> ObservationStatus

  /// Returns whether the observer must be called. The call may end the observer.
  @usableFromInline package typealias Filter = @Sendable (State, borrowing Turn) -> Bool

  // The closures are stored separately, because extracting a closure from an enumeration would retain the closure.
  @usableFromInline let isFiltered: Bool
  @usableFromInline let receivesTurn: Bool
  @usableFromInline let filter: Filter
  @usableFromInline let observe: Observe
  /// Whether past states are withheld, because the observer starts and ends work.
  let skipsPast: Bool

  /// Creates the registration of an observer that receives the turn.
  init(
    number: UInt64, audience: Audience<State>, location: SourceLocation?, states: ObservedStates<State>,
    skipsPast: Bool, observe: @escaping Observe
  ) {
    switch states {
    case .all: (isFiltered, filter) = (false, { _, _ in true })
    case .filtered(let filter): (isFiltered, self.filter) = (true, filter)
    }
    receivesTurn = true
    (self.skipsPast, self.observe) = (skipsPast, observe)
    super.init(number: number, audience: audience, location: location, isRuled: true) { _ in }
  }

  /// Creates the registration of an observer that is called with the states for which the filter returns true.
  init(
    number: UInt64, audience: Audience<State>, location: SourceLocation?, filter: @escaping Filter,
    call: @escaping @Sendable (State) -> Void
  ) {
    (isFiltered, receivesTurn) = (true, false)
    (skipsPast, observe) = (false, { _, _ in .active })
    self.filter = filter
    super.init(number: number, audience: audience, location: location, isRuled: true, call: call)
  }

  /// Calls the observer, unless its filter rejects the state or ends the observer. The caller has checked `isEnded`.
  @inlinable
  @inline(__always)
  func offerByRule(_ state: UnsafePointer<State>, _ turn: borrowing Turn) {
    if isFiltered {
      guard lend(state, { filter($0, turn) }), !isEnded else { return }
    }
    puredux_thread_count_observer()
    if receivesTurn {
      if observe(state, turn) == .dead { cancel() }
    } else {
      lend(state) { call($0) }
      // See `offer`.
      if number == 0 { cancel() }
    }
  }

  /// Like `offerByRule`, with the value that is at the pointer.
  @inlinable
  @inline(__always)
  func offerByRule(_ value: State, at state: UnsafePointer<State>, _ turn: borrowing Turn) {
    if isFiltered {
      guard filter(value, turn), !isEnded else { return }
    }
    puredux_thread_count_observer()
    if receivesTurn {
      if observe(state, turn) == .dead { cancel() }
    } else {
      call(value)
      // See `offer`.
      if number == 0 { cancel() }
    }
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

  /// The file as text that ends with a zero byte.
  // SAFETY: static text is never released.
  var start: UnsafePointer<UInt8> { (fileID.hasPointerRepresentation ? fileID : "unknown file").utf8Start }
}

extension StoreNode {
  /// Creates the registration of an observer that is also notified when the observation has ended.
  ///
  /// Actions dispatched before the store's release are still reduced, but the resulting states are no longer published.
  /// Instead, `onEnd` is called once, in a turn after the store was released or the observer ended. If the mailbox
  /// drops its messages before that turn, `onEnd` is called on an arbitrary thread, outside a turn.
  /// - Parameters:
  ///   - states: The states for which `onChange` is called.
  ///   - skipsPast: Whether calls to `onChange` are skipped while stores display past states.
  ///   - onChange: Called in each turn that publishes a state, and once at registration.
  ///   - onEndInTurn: Called right before `onEnd`, if `onEnd` is called in a turn.
  /// - Returns: The registration, not yet added to the audience. Once the registration is added, the audience retains
  ///   it, together with everything that the closures capture.
  package func registerFollower(
    states: ObservedStates<State> = .all, skipsPast: Bool = false,
    onChange: @escaping RuledRegistration<State>.Observe,
    onEndInTurn: (@Sendable (borrowing Turn) -> Void)? = nil, onEnd: @escaping @Sendable () -> Void
  ) -> Registration<State> {
    let follower = Follower(tree.mailbox, onEndInTurn, onEnd)
    return register(states: states, skipsPast: skipsPast) { state, turn in
      defer { withExtendedLifetime(follower) {} }
      return onChange(state, turn)
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
