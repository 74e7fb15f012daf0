/// The taps and the turn observer of a tree. Exists only while the tree has a tap or a turn observer.
@_fixed_layout
@usableFromInline
final class TurnWatch: @unchecked Sendable {
  // SAFETY: all mutable state is accessed in turns of the tree, as stated at each property.
  @usableFromInline let taps: TapList?
  @usableFromInline let observer: (any TurnObserver)?
  /// The most recently used log and the key of its paths, cached so that most actions need no lookup.
  // SAFETY: accessed only in turns of the tree. Code called during an access never accesses the watch.
  @exclusivity(unchecked) @usableFromInline var lastLog: (key: ObjectIdentifier, log: AnyObject)?
  /// In a turn with middlewares, the action that the receiving store reduces.
  // SAFETY: as `lastLog`.
  @exclusivity(unchecked) private var admitted: (any Sendable)?

  /// Creates a watch; returns nil if there are neither taps nor a turn observer.
  init?(taps: TapList?, _ observer: (any TurnObserver)?) {
    if taps == nil, observer == nil { return nil }
    self.taps = taps
    self.observer = observer
  }

  func forgetLog() { lastLog = nil }

  /// Records an action for the turn observer before the action is reduced. `key` identifies the paths whose actions the
  /// log contains.
  @inlinable
  @inline(__always)
  func keep<Action>(
    _ action: Action, of store: UInt64, _ key: AnyObject, as step: TurnStep,
    _ reduce: @escaping ReductionPath<Action>.Reduce, _ locked: borrowing LockToken, for observer: any TurnObserver
  ) {
    // SAFETY: all paths that a key identifies have the same action type, and a key identifies only one log at a time.
    if let lastLog, lastLog.key == ObjectIdentifier(key) {
      return unsafeDowncast(lastLog.log, to: ActionLog<Action>.self)
        .keep(action, of: store, as: step, reduce, locked, for: observer)
    }
    let log: ActionLog<Action> = observer.log(ObjectIdentifier(key), keeping: key) {
      actions, indices, reduce, turn, locked in
      for index in indices { reduce(actions[index], turn, locked) }
    }
    lastLog = (ObjectIdentifier(key), log)
    log.keep(action, of: store, as: step, reduce, locked, for: observer)
  }

  /// Records the action that one level of a path with middlewares is about to reduce. The level of the receiving store
  /// is recorded first.
  @inlinable
  func keepLevel<Action: Sendable>(
    _ action: Action, of store: UInt64, _ key: AnyObject, _ reduce: @escaping ReductionPath<Action>.Reduce,
    _ locked: borrowing LockToken
  ) {
    if taps != nil { admit(action) }
    if let observer { keep(action, of: store, key, as: .level, reduce, locked, for: observer) }
  }

  @usableFromInline
  func admit(_ action: any Sendable) {
    guard admitted == nil else { return }
    admitted = action
    DrawnValues.resume()
  }

  @usableFromInline
  func takeAdmitted() -> (any Sendable)? {
    defer { admitted = nil }
    return admitted
  }
}

// Notifying the taps and the turn observer of a tree.
extension StoreTree {
  /// Whether the tree has a tap or a turn observer in this turn.
  @inlinable
  func isWatched(_ turn: borrowing Turn) -> Bool { watch.with(turn) { $0 != nil } }

  func setWatch(taps: TapList?, _ observer: (any TurnObserver)?, _ turn: borrowing Turn) {
    let (old, new) = (watch.with(turn) { $0 }, TurnWatch(taps: taps, observer))
    watch.with(turn) { $0 = new }
    if new == nil { isListenedTo.lower() } else { isListenedTo.raise() }
    if observer == nil { isFollowed.lower() } else { isFollowed.raise() }
    // Release the old watch only after the access has ended, because releasing a tap may run arbitrary code in a
    // `deinit`.
    withExtendedLifetime(old) {}
  }

  /// Notifies the taps about a step of a turn. The turn observer is notified separately.
  @inlinable
  func tellTaps(_ kind: @autoclosure () -> StoreEvent.Kind, of store: UInt64, _ watch: TurnWatch?) {
    if let taps = watch?.taps { tell(taps, kind(), of: store) }
  }

  package func tellTaps(_ kind: StoreEvent.Kind, of store: UInt64, _ turn: borrowing Turn) {
    tellTaps(kind, of: store, watch.with(turn) { $0 })
  }

  @usableFromInline
  func tell(_ taps: TapList, _ kind: StoreEvent.Kind, of store: UInt64) {
    taps.tell(
      StoreEvent(kind, store: id(of: store), named: name(of: store), revision: revision, time: context.clock.now()))
  }

  /// Notifies the taps and the turn observer about an event that is not a step of a turn.
  package func tell(_ kind: StoreEvent.Kind, of store: UInt64, _ turn: borrowing Turn) {
    guard let watch = watch.with(turn, { $0 }) else { return }
    watch.observer?.happened(kind, of: store, cell: nil, turn)
    tellTaps(kind, of: store, watch)
  }

  /// Notifies the taps and the turn observer, if there are any, in a later turn.
  ///
  /// Nothing is delivered before this method returns, because its caller may be the `deinit` of a work token, and a
  /// `deinit` may run on any thread at any time.
  package func post(_ kind: StoreEvent.Kind, of store: UInt64) {
    guard isListenedTo.isRaised else { return }
    mailbox.postFromDeinit { [self] turn in tell(kind, of: store, turn) }
  }
}
