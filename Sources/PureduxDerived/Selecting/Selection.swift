public import PureduxCollections

/// A selector's computation and its last result, shared by all of the selector's handles and observers.
///
/// An input is retained only if it is compared by value.
@usableFromInline
final class Selection<State: Sendable, Output: Sendable>: Sendable {
  @usableFromInline
  struct Memo: Sendable {
    /// The last result; nil while it is being computed.
    @usableFromInline var output: Output?
    /// Identifies the last result. Incremented when the compared inputs differ from the previous inputs.
    @usableFromInline var generation: UInt64 = 0
    /// Identifies the result that the observers received last; nil if it is not known.
    @usableFromInline var published: UInt64?

    @usableFromInline init() {}
  }

  /// The outcome of comparing the inputs of a state with the inputs of the last result.
  @frozen
  @usableFromInline
  struct Finding: Sendable {
    /// The last result; nil if the result must be computed.
    @usableFromInline let output: Output?
    /// The generation of the result; nil if a newer state has already been examined.
    @usableFromInline let generation: UInt64?
    /// The replaced result, which the caller releases outside the locks.
    @usableFromInline let old: Output?

    @inlinable
    init(output: Output? = nil, generation: UInt64? = nil, old: Output? = nil) {
      (self.output, self.generation, self.old) = (output, generation, old)
    }
  }

  @usableFromInline let makeFilter: @Sendable () -> Equating<State>.Filter
  @usableFromInline let compute: @Sendable (State) -> Output
  @usableFromInline let revision: RevisionReader
  @usableFromInline let stopwatch: SelectionStopwatch
  /// Removes this selection's entry from a `SelectionTable` when the selection is released.
  private let token: (any AnyObject & Sendable)?

  /// Lends turns on any thread, because the shared filter `differs` can be called only with a turn.
  @usableFromInline let turns = PrivateTurns()
  @usableFromInline let differs: Equating<State>.Filter
  // SAFETY: accessed only in turns that `turns` lends.
  /// The newest tree revision whose state has been examined.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var examined: UInt64 = 0
  /// The lock of the tree's audiences. Held only briefly, and never while user code runs.
  @usableFromInline let lock: Lock
  // SAFETY: accessed only with `lock` held.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var memo = Memo()

  init(
    whenChanged equating: Equating<State>, lock: Lock, _ revision: RevisionReader, _ stopwatch: SelectionStopwatch,
    token: (any AnyObject & Sendable)?, compute: @escaping @Sendable (State) -> Output
  ) {
    makeFilter = equating.makeFilter
    differs = equating.makeFilter()
    self.compute = compute
    self.revision = revision
    self.stopwatch = stopwatch
    self.token = token
    self.lock = lock
  }

  @inlinable
  func withMemo<Result>(_ body: (inout Memo) -> Result) -> Result { lock.hold { _ in body(&memo) } }

  /// Called with the lock held when the audience is attached. Unless the store displays a past state, the first
  /// observer has already received the last result.
  @inlinable
  func beginPublishing(isPast: Bool, _ locked: borrowing LockToken) { memo.published = isPast ? nil : memo.generation }

  /// Initializes memory with the result for a state; computes the result only if the inputs have changed.
  ///
  /// Never inlined, so that the frame of the computation is popped before the walk down the tree continues.
  @inlinable
  @inline(never)
  func makeResult(
    at pointer: UnsafeMutablePointer<Output>, for state: State, asOf revision: UInt64
  ) -> (generation: UInt64?, time: Duration?) {
    // SAFETY: called exactly once by `withTemporaryValue`'s initializer; the pointer is not stored.
    let finding = turns.lend { turn in examine(state, revision, turn) }
    if let output = finding.output {
      pointer.initialize(to: output)
      return (finding.generation, nil)
    }
    let start = stopwatch.start()
    pointer.initialize(to: compute(state))
    let time = start.flatMap { stopwatch.time(since: $0) }
    if let generation = finding.generation { keep(pointer.pointee, generation) }
    return (finding.generation, time)
  }

  /// Compares the inputs of a state with the inputs of the last result.
  ///
  /// A reader with an older state must not replace a newer result, because the states that observers receive are
  /// compared with the newer result's inputs.
  @inlinable
  func examine(_ state: State, _ revision: UInt64, _ turn: borrowing Turn) -> Finding {
    if revision < examined { return Finding() }
    examined = revision
    guard differs(state, turn) else {
      return withMemo { Finding(output: $0.output, generation: $0.generation) }
    }
    return withMemo { memo in
      defer { memo.output = nil }
      memo.generation += 1
      return Finding(generation: memo.generation, old: memo.output)
    }
  }

  /// Stores a result, unless the inputs have changed in the meantime.
  @inlinable
  func keep(_ output: Output, _ generation: UInt64) {
    let old: Output? = withMemo { memo in
      guard memo.generation == generation else { return nil }
      defer { memo.output = output }
      return memo.output
    }
    withExtendedLifetime(old) {}
  }

  /// Records which result the observers receive next. Returns false if they have received it already.
  @inlinable
  func isNew(_ generation: UInt64?) -> Bool {
    withMemo { memo in
      defer { memo.published = generation ?? memo.published }
      return generation != memo.published
    }
  }
}

extension Equating {
  /// Compares one input of a selector: by version if the input is versioned, otherwise by its retained value.
  ///
  /// Inlined, so that the version of an input is read without a cast or a copy if its type is statically known.
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
        // SAFETY: `Input` and `Value` are the same type, because `type` is the metatype of `Value`, cast to
        // `Versioned`. The pointer is valid during the call.
        UnsafeRawPointer(pointer).assumingMemoryBound(to: Input.self).pointee.version
      }
    }
  }
}

extension StoreNode {
  /// Compares one input of a selector; the input's conformances are known only at run time.
  ///
  /// A versioned input is compared by version; any other input is compared with `==`.
  func equating<Value: Sendable>(_ read: @escaping @Sendable (State) -> Value) -> Equating<State> {
    if let type = Value.self as? any Versioned.Type { return .version(of: read, as: type) }
    guard Value.self is any Equatable.Type else {
      context.report(.inputThatCannotBeCompared("\(Value.self)"))
      return .neverEqual
    }
    return .equal { ComparedInput(value: read($0)) }
  }
}

/// A selector input whose conformance to `Equatable` is known only at run time.
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
      fix: "make \(type) Equatable or Versioned, or pass marks that can be compared: `select(when:)`")
  }
}

/// Measures a selector's computations, and notifies the tree's taps and turn observer about them.
@usableFromInline
struct SelectionStopwatch: Sendable {
  /// The name of the selector; nil if no notifications are sent.
  private let name: String?
  private let store: UInt64
  private let isListenedTo: AtomicFlag
  private weak var tree: StoreTree?

  @usableFromInline
  init(_ name: String?, _ store: UInt64, _ tree: StoreTree) {
    self.name = name
    self.store = store
    isListenedTo = tree.isListenedTo
    self.tree = tree
  }

  /// Returns the start time of a computation, or nil if the computation need not be measured.
  @usableFromInline
  func start() -> Duration? { name != nil && isListenedTo.isRaised ? tree?.context.clock.now() : nil }

  @usableFromInline
  func time(since start: Duration) -> Duration? { (tree?.context.clock.now()).map { $0 - start } }

  /// Notifies the taps and the turn observer, in the current turn, about a computation for observers.
  @usableFromInline
  func tell(_ time: Duration, _ turn: borrowing Turn) { tree?.tell(event(time), of: store, turn) }

  /// Notifies the taps and the turn observer, in a later turn, about a computation for a reader.
  @usableFromInline
  func post(_ time: Duration) {
    guard let tree else { return }
    // The message is delivered only after this method returns, because reading a state must not run other code on the
    // reader's thread.
    tree.mailbox.postFromDeinit { [event = event(time), store, weak tree] turn in tree?.tell(event, of: store, turn) }
  }

  private func event(_ time: Duration) -> StoreEvent.Kind { .computed(name: name ?? "", time: time) }
}
