extension Store {
  /// Returns an asynchronous sequence of the store's current state and later states.
  ///
  /// A slow reader receives the newest state; intermediate states are skipped, not buffered. The sequence does not
  /// retain the store. The sequence ends after the store's last state, or when the reading task is cancelled.
  ///
  /// ```swift
  /// for await player in store.states(removeDuplicates: .equal { $0.title }) {
  ///   print(player.title)
  /// }
  /// ```
  ///
  /// Retain the store while the loop runs. If the store is released before the loop has read a state, the release is
  /// reported as misuse, unless you pass `until: .storeReleased`:
  ///
  /// ```swift
  /// for await player in store.states(until: .storeReleased) { print(player.title) }
  /// ```
  ///
  /// - Parameters:
  ///   - end: Pass `.storeReleased` if the store may be released before the loop has read a state.
  ///   - equating: Skips consecutive states that compare equal; nil skips none.
  ///   - fileID: The file that contains this call, for misuse reports.
  ///   - line: The line of this call, for misuse reports.
  /// - Returns: A sequence that can be iterated more than once; each iteration begins with the current state.
  public func states(
    until end: ObservationEnd? = nil, removeDuplicates equating: Equating<State>? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreSequence<State> {
    states(equating, mayEndEarly: end != nil, SourceLocation(fileID: fileID, line: line))
  }

  private func states(
    _ equating: Equating<State>?, mayEndEarly: Bool, _ location: SourceLocation
  ) -> StoreSequence<State> {
    let store = eraseToAnyStore()
    let window = StateStore(node: store.node.window())
    let weak = store.weak()
    return StoreSequence {
      let reader = StateReader(
        differs: equating?.makeFilter(), window, weak, mayEndEarly: mayEndEarly, location: location)
      if let store = weak.strong() { reader.begin(store) } else { reader.begin(window) }
      return StoreSequence.AsyncIterator { await reader.next() }
    }
  }
}

/// One iteration over the states of a store.
final class StateReader<State: Sendable>: Sendable {
  private let readerState = Guarded(ReaderState())
  private let turns = PrivateTurns()
  private let tree: StoreTree
  private let differs: Equating<State>.Filter?
  /// Reads the revision and the state; the state is nil if the store does not publish its current state.
  private let read: @Sendable () -> (revision: UInt64, state: State?)
  /// Whether the store ended because its element was removed from the parent's state.
  private let wasDetached: @Sendable () -> Bool
  private let lastRevision = Guarded<UInt64?>(nil)
  /// Reports that the store was released before its first state was read. The first call of `next()` consumes this
  /// closure.
  private let reportMissing: Guarded<(@Sendable () -> Void)?>
  /// The call that created the sequence.
  private let location: SourceLocation
  /// A weak reference, so that only the store retains the registration.
  private let registration = Guarded<WeakReference<Registration<State>>?>(nil)

  /// Creates a reader of a window; the window can still be read after the store is released.
  ///
  /// `mayEndEarly` suppresses the misuse report for a store that is released before its first state is read.
  init<Action>(
    differs: Equating<State>.Filter?, _ window: StateStore<State, Action>, _ store: WeakStore<State, Action>,
    mayEndEarly: Bool, location: SourceLocation
  ) {
    let node = window.node
    self.location = location
    let report: @Sendable () -> Void = {
      if store.isGone { node.context.report(.storeWentBeforeItWasRead(name: node.name, at: location)) }
    }
    reportMissing = Guarded(mayEndEarly ? nil : report)
    tree = node.tree
    wasDetached = node.wasDetached
    self.differs = differs
    read = {
      let (revision, captured) = node.tree.read { locked in (node.tree.revision(locked), node.capture(locked)) }
      let state = captured()
      return (revision, node.offers(state) ? state : nil)
    }
  }

  deinit { registration.withLock { $0 }?.object?.cancel() }

  func begin<Action>(_ store: StateStore<State, Action>) {
    let reader = WeakReference(self)
    let registration = store.node.registerFollower { _, _ in
      reader.object?.tell { $0.change() }
      return .active
    } onEnd: {
      reader.object?.tell { $0.changeAndEnd() }
    }
    self.registration.withLock { $0 = WeakReference(registration) }
    store.node.tree.mailbox.postDuringPause { [admission = store.node.admission] turn in
      admission.admit(registration, turn)
    }
  }

  func next() async -> State? {
    reportMissing.take()?()
    while await tree.context.waiting(in: "states", at: location, { await nextReason() }) == .changed {
      // Skip the state if the parent's state no longer contains this store's element.
      if wasDetached(), registration.withLock({ $0?.object?.isEnded != false }) { continue }
      let (revision, current) = read()
      let isNew = lastRevision.withLock { last in
        defer { last = revision }
        return last != revision
      }
      guard isNew, let state = current else { continue }
      guard let differs else { return state }
      if turns.lend({ differs(state, $0) }) { return state }
    }
    return nil
  }

  private func nextReason() async -> ReaderState.Reason {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in wake(readerState.withLock { $0.wait(continuation) }) }
    } onCancel: {
      wake(readerState.withLock { $0.cancel() })
    }
  }

  private func wake(_ wakeUp: ReaderState.WakeUp) {
    guard let wakeUp else { return }
    wakeUp.reader.resume(returning: wakeUp.reason)
    for reader in wakeUp.others { reader.resume(returning: wakeUp.reason) }
  }

  private func tell(_ transition: (inout ReaderState) -> ReaderState.WakeUp) { wake(readerState.withLock(transition)) }
}

/// Decides when to wake the readers of an iteration. Each transition returns the readers that the caller must resume.
///
/// An iteration usually has one reader. Copies of an iterator, which share the iteration, may be read at the same time.
struct ReaderState: Sendable {
  /// The reason for waking a reader.
  enum Reason: Sendable {
    case changed, ended
  }

  typealias Reader = CheckedContinuation<Reason, Never>

  private var isChanged = false
  private var isEnded = false
  private var waiting: Reader?
  /// The readers that wait in addition to the first one.
  private var others: [Reader] = []

  /// The readers to wake, and the reason for waking them; nil if there are no readers to wake.
  typealias WakeUp = (reader: Reader, others: [Reader], reason: Reason)?

  /// Records that the state may have changed.
  mutating func change() -> WakeUp {
    isChanged = true
    return wakeUp()
  }

  /// Records that the state will not change again. A change that is already recorded is still delivered.
  mutating func end() -> WakeUp {
    isEnded = true
    return wakeUp()
  }

  /// Records that the state may have changed, and that it will not change again.
  mutating func changeAndEnd() -> WakeUp {
    isChanged = true
    return end()
  }

  /// Records that the reading task was cancelled.
  mutating func cancel() -> WakeUp {
    isChanged = false
    return end()
  }

  /// Registers a reader that waits for the next change or the end of the sequence.
  mutating func wait(_ reader: Reader) -> WakeUp {
    if waiting == nil { waiting = reader } else { others.append(reader) }
    return wakeUp()
  }

  private mutating func wakeUp() -> WakeUp {
    guard let waiting, isChanged || isEnded else { return nil }
    defer {
      (self.waiting, others) = (nil, [])
      isChanged = false
    }
    return (waiting, others, isChanged ? .changed : .ended)
  }
}

extension Misuse {
  static func storeWentBeforeItWasRead(name: String?, at location: SourceLocation) -> Misuse {
    Misuse(
      "\(name.map { "the store \"\($0)\"" } ?? "a store") was released before the first of its `states()` was read "
        + "at \(location)",
      so: "the sequence ends after one state: a sequence does not retain its store",
      fix: "keep the `StateStore` in a constant outside the loop; if the sequence should end with the store, use "
        + "`states(until: .storeReleased)`")
  }
}
