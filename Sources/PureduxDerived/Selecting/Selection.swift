/// The computation of a selector with its last result, for all handles and observers of the selector.
///
/// It keeps what the result was computed from only as far as that is compared.
@usableFromInline
final class Selection<State: Sendable, Output: Sendable>: Sendable {
  @usableFromInline
  struct Memo: Sendable {
    /// The last result; nil while it is being computed.
    @usableFromInline var output: Output?
    /// Names the last result. It grows whenever the state differs from the one before in what is compared.
    @usableFromInline var generation: UInt64 = 0
    /// The newest revision of the tree that was looked at.
    @usableFromInline var revision: UInt64 = 0

    @usableFromInline init() {}
  }

  /// What is known of a state before anything is computed.
  @frozen
  @usableFromInline
  struct Finding: Sendable {
    /// The result, where the inputs are those of the last one.
    @usableFromInline let output: Output?
    /// The generation of the result; nil for a state that is older than another one that was looked at.
    @usableFromInline let generation: UInt64?
    /// A result that is no longer kept, to be released outside the locks.
    @usableFromInline let old: Output?

    @inlinable
    init(output: Output? = nil, generation: UInt64? = nil, old: Output? = nil) {
      (self.output, self.generation, self.old) = (output, generation, old)
    }
  }

  @usableFromInline let makeFilter: @Sendable () -> Equating<State>.Filter
  @usableFromInline let compute: @Sendable (State) -> Output
  @usableFromInline let stopwatch: SelectionStopwatch?
  /// Kept alive for as long as this is.
  private let token: (any Sendable)?

  /// Lends turns to the filter of the memo, which readers on any thread share.
  @usableFromInline let turns = PrivateTurns()
  @usableFromInline let differs: Equating<State>.Filter
  /// Its lock is held for a moment only, and no code of the user runs meanwhile.
  @usableFromInline let memo = Guarded(Memo())

  @usableFromInline
  init(
    whenChanged equating: Equating<State>, _ stopwatch: SelectionStopwatch?, token: (any Sendable)? = nil,
    compute: @escaping @Sendable (State) -> Output
  ) {
    makeFilter = equating.makeFilter
    differs = equating.makeFilter()
    self.compute = compute
    self.stopwatch = stopwatch
    self.token = token
  }

  @usableFromInline var generation: UInt64 { memo.withLock { $0.generation } }

  /// Makes the result for a state in memory that holds none yet; computes it only where the inputs have changed.
  ///
  /// Never inlined, so that what computing takes is off the stack before anything goes further down the tree.
  @inlinable
  @inline(never)
  func makeResult(
    at pointer: UnsafeMutablePointer<Output>, for state: State, asOf revision: UInt64
  ) -> (generation: UInt64?, time: Duration?) {
    // SAFETY: called by what fills the memory of `withTemporaryValue`, once; the pointer is not kept.
    let finding = turns.lend { turn in examine(state, revision, turn) }
    if let output = finding.output {
      pointer.initialize(to: output)
      return (finding.generation, nil)
    }
    let start = stopwatch?.start()
    pointer.initialize(to: compute(state))
    let time = start.flatMap { stopwatch?.time(since: $0) }
    if let generation = finding.generation { keep(pointer.pointee, generation) }
    return (finding.generation, time)
  }

  /// Compares a state with the one of the last result.
  ///
  /// A reader that was given an older state must not take the place of what was computed since, because observers are
  /// compared with that.
  @inlinable
  func examine(_ state: State, _ revision: UInt64, _ turn: borrowing Turn) -> Finding {
    let isOutdated = memo.withLock { memo in
      if revision < memo.revision { return true }
      memo.revision = revision
      return false
    }
    if isOutdated { return Finding() }
    guard differs(state, turn) else {
      return memo.withLock { Finding(output: $0.output, generation: $0.generation) }
    }
    return memo.withLock { memo in
      defer { memo.output = nil }
      memo.generation += 1
      return Finding(generation: memo.generation, old: memo.output)
    }
  }

  /// Keeps a result, unless the inputs have changed meanwhile.
  @inlinable
  func keep(_ output: Output, _ generation: UInt64) {
    let old: Output? = memo.withLock { memo in
      guard memo.generation == generation else { return nil }
      defer { memo.output = output }
      return memo.output
    }
    withExtendedLifetime(old) {}
  }
}

extension Equating {
  /// Compares one input of a selector: its version where it carries one, and otherwise the value, which is kept.
  ///
  /// Inlined, so that the version of a type that is known is read without a cast and without copying the value.
  @inlinable
  @inline(__always)
  static func input<Value: Equatable & Sendable>(_ read: @escaping @Sendable (State) -> Value) -> Equating {
    if let type = Value.self as? any Versioned.Type { return version(of: read, as: type) }
    return equal(read)
  }

  @inlinable
  static func version<Value, Input: Versioned>(
    of read: @escaping @Sendable (State) -> Value, as type: Input.Type
  ) -> Equating {
    equal { state in
      withUnsafePointer(to: read(state)) { pointer in
        // SAFETY: `Input` is `Value`, whose metatype was cast; the pointer is valid during the call.
        UnsafeRawPointer(pointer).assumingMemoryBound(to: Input.self).pointee.version
      }
    }
  }
}

extension StoreNode {
  /// Compares one input of a selector where the compiler does not know how: by its version, or else by `==`.
  func equating<Value: Sendable>(_ read: @escaping @Sendable (State) -> Value) -> Equating<State> {
    if let type = Value.self as? any Versioned.Type { return .version(of: read, as: type) }
    guard Value.self is any Equatable.Type else {
      context.report(.inputThatCannotBeCompared("\(Value.self)"))
      return .neverEqual
    }
    return .equal { ComparedInput(value: read($0)) }
  }
}

/// An input of a selector that is known to be `Equatable` only while the program runs.
private struct ComparedInput<Value: Sendable>: Equatable, Sendable {
  let value: Value

  static func == (one: Self, other: Self) -> Bool {
    func isEqual<Input: Equatable>(as type: Input.Type) -> Bool {
      guard let one = one.value as? Input, let other = other.value as? Input else { return false }
      return one == other
    }
    return (Value.self as? any Equatable.Type).map { isEqual(as: $0) } ?? false
  }
}

extension Misuse {
  static func inputThatCannotBeCompared(_ type: String) -> Misuse {
    Misuse(
      "an input of a selector is of type \(type), which has no version and is not Equatable",
      so: "the result is computed for each state",
      fix: "make \(type) Equatable or Versioned, or give marks that can be compared: `select(when:)`")
  }
}

/// Measures what a selector computes while a tap listens, and tells the taps. It keeps no tree alive.
@usableFromInline
struct SelectionStopwatch: Sendable {
  private let name: String
  private let store: UInt64
  private let isListenedTo: AtomicFlag
  private let clock: StoreClock
  private let tree: WeakReference<StoreTree>

  @usableFromInline
  init(_ name: String, _ store: UInt64, _ tree: StoreTree) {
    self.name = name
    self.store = store
    isListenedTo = tree.isListenedTo
    clock = tree.context.clock
    self.tree = WeakReference(tree)
  }

  /// The time at which computing begins; nil where nobody wants to know.
  @usableFromInline
  func start() -> Duration? { isListenedTo.isRaised ? clock.now() : nil }

  @usableFromInline
  func time(since start: Duration) -> Duration { clock.now() - start }

  /// Tells the taps of what was computed in a turn.
  @usableFromInline
  func tell(_ time: Duration, _ turn: borrowing Turn) { tree.object?.tell(event(time), of: store, turn) }

  /// Tells the taps, in a later turn, of what was computed for a reader.
  @usableFromInline
  func post(_ time: Duration) {
    guard let tree = tree.object else { return }
    // Delivers nothing before it returns: reading must not run other code on this thread.
    tree.mailbox.postFromDeinit { [event = event(time), store, weak tree] turn in tree?.tell(event, of: store, turn) }
  }

  private func event(_ time: Duration) -> StoreEvent.Kind { .computed(name: name, time: time) }
}
