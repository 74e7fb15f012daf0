/// Detects whether an action starts work, without a cast for each dispatch.
///
/// For a concrete action type, the result for the first action applies to all actions. For a protocol or a class, each
/// dynamic type is tested once.
@usableFromInline
final class WorkDetector<Action: Sendable>: Sendable {
  @usableFromInline let isExcluded = AtomicFlag()
  private let answers = Guarded<[ObjectIdentifier: Bool]>([:])
  /// Returns whether an embedding may produce actions that start work; nil without an embedding.
  private let asksAbove: (@Sendable () -> Bool)?
  /// Whether the store is a window.
  ///
  /// A window must check for each action whether the store still exists, so its detector cannot rule out any action
  /// type.
  private let isWindow: Bool
  /// The store that the work of embedded actions belongs to.
  let origin: WorkOrigin?

  /// Creates a detector for a store whose actions are passed up unchanged.
  @usableFromInline
  init() { (asksAbove, isWindow, origin) = (nil, false, nil) }

  /// Creates a detector for a window on a store.
  init(ofWindow work: WorkDetector) { (asksAbove, isWindow, origin) = (work.asksAbove, true, work.origin) }

  /// Creates a detector for a store whose actions are embedded in actions that may start work.
  @usableFromInline
  init<Embedded>(below work: WorkDetector<Embedded>, _ origin: WorkOrigin) {
    (asksAbove, isWindow, self.origin) = ({ work.mayFind }, false, origin)
  }

  /// Whether actions of this type may start work; false once it is known that none of them can.
  @inlinable
  var mayFind: Bool { !isExcluded.isRaised }

  /// Whether the result of embedding an action may start work.
  ///
  /// For a particular action, the answer is not known before its turn, because the embedding closure must be called
  /// only once per action.
  var mayFindAbove: Bool { asksAbove?() ?? false }

  /// Returns the action if it starts work itself, regardless of its embedding; otherwise nil.
  @usableFromInline
  func own(of action: Action) -> (any WorkAction)? {
    let type = type(of: action as Any)
    let mayConform = answers.withLock { answers in
      if let answer = answers[ObjectIdentifier(type)] { return answer }
      let answer = type is any WorkAction.Type
      answers[ObjectIdentifier(type)] = answer
      return answer
    }
    if !mayConform, !isWindow, !mayFindAbove, type == Action.self, !(type is AnyClass) { isExcluded.raise() }
    return mayConform ? action as? any WorkAction : nil
  }
}

/// The store whose `map(actions:)` creates an action that starts work.
@usableFromInline
struct WorkOrigin: Sendable {
  let store: WorkContext
  /// The store's action queue, which retains everything needed to reduce an action, but not the store.
  let actionQueue: any SeriesQueue
}

extension StoreNode {
  @usableFromInline
  var workOrigin: WorkOrigin { WorkOrigin(store: workContext, actionQueue: actionQueue) }
}

/// An action that starts work, found on the way up the path.
struct FoundWork {
  let action: any WorkAction
  /// The store that the work belongs to; nil if that store received the action itself.
  var origin: WorkOrigin?
}

/// Finds the work that a turn's action starts.
///
/// The search uses the action that the last middleware passed on, because the root reduces that action. If an action
/// that `map(actions:)` embeds starts work itself, that work is found instead.
@usableFromInline
final class WorkSearch {
  private(set) var found: FoundWork?

  @usableFromInline
  init() {}

  /// Examines an action that has passed all middlewares. Specialized, but never inlined, so that turns without a search
  /// do not pay for passing the action in memory.
  @inlinable
  @inline(never)
  func look<Action>(for action: Action, _ work: WorkDetector<Action>) {
    if let own = work.own(of: action) { find(own) }
  }

  @usableFromInline
  func find(_ own: any WorkAction) { found = FoundWork(action: own, origin: nil) }

  /// Examines the result of each embedding while the reducers run, from the lowest embedding up.
  func note<Action>(_ action: Action, _ work: WorkDetector<Action>, at origin: WorkOrigin) {
    guard found == nil, let own = work.own(of: action) else { return }
    found = FoundWork(action: own, origin: origin)
  }

  /// Examines an action below an embedding, after the path above that embedding has been searched.
  @usableFromInline
  func lookBelow<Action>(for action: Action, _ work: WorkDetector<Action>) {
    if let own = work.own(of: action) {
      found = FoundWork(action: own, origin: nil)
    } else if found?.origin == nil {
      found?.origin = work.origin
    }
  }
}

extension StoreTree {
  /// Passes the result of an embedding to this turn's search, if a search is running.
  @usableFromInline
  func noteEmbedded<Action>(
    _ action: Action, _ work: WorkDetector<Action>, at origin: WorkOrigin, _ turn: borrowing Turn
  ) {
    workSearch.with(turn) { $0?.note(action, work, at: origin) }
  }
}

/// The work that an action started after its turn.
package enum StartedWork {
  /// No work was started, or the action started a series that has already ended.
  case none
  /// Work was started, and may have dispatched actions. If the token is nil, the work has already ended.
  case started(StoreSubscription?)
}

extension ActionQueue {
  /// Returns the action as a series; nil if the action is not a series.
  func series(_ action: Action) -> (any ActionSeries)? {
    work.mayFind ? work.own(of: action) as? any ActionSeries : nil
  }

  /// Whether a turn of this action may start work.
  package func mayDoWork(_ action: Action) -> Bool {
    // Even if this action starts no work, a middleware or an embedding may replace it with an action that does.
    // `mayFind` is read again, because `own(of:)` may have ruled out all actions of this type.
    work.mayFind && (work.own(of: action) != nil || work.mayFind && (path.middlewares != nil || work.mayFindAbove))
  }

  /// Performs a turn of an action, and starts its work afterwards.
  /// - Parameters:
  ///   - store: The store that received the action; nil to start no work.
  ///   - closed: If this flag is raised before the turn, the action is dropped, and the taps are notified.
  ///   - isStopped: If the closure returns true, the action is reduced but no work is started, and a series stops.
  ///   - depth: The number of enclosing series.
  ///   - done: Called when the action, or the last action of its series, has been reduced and published, or dropped.
  package func perform(
    _ action: Action, at store: WorkContext?, unless closed: AtomicFlag?, isStopped: @escaping @Sendable () -> Bool,
    depth: Int, _ turn: borrowing Turn, then done: (@Sendable () -> Void)?
  ) -> StartedWork {
    guard let store else {
      _ = perform(action, unless: closed, turn)
      done?()
      return .none
    }
    let search = WorkSearch()
    tree.workSearch.with(turn) { $0 = search }
    let isReduced = perform(action, unless: closed, turn, search)
    tree.workSearch.with(turn) { $0 = nil }
    guard isReduced, let found = search.found, !isStopped() else {
      done?()
      return .none
    }
    if let series = found.action as? any ActionSeries {
      let token = (found.origin?.actionQueue ?? self).begin(
        series, at: found.origin?.store ?? store, unless: isStopped, depth: depth, turn, then: done)
      return token.map { .started($0) } ?? .none
    }
    defer { done?() }
    if let origin = found.origin, origin.store.isGone { return .none }
    let place = found.origin?.store.unless(store.closed) ?? store
    guard let observer = tree.turnObserver(turn) else { return .started(found.action.startWork(at: place)) }
    var token: StoreSubscription?
    observer.afterTurn(turn) { token = found.action.startWork(at: place.fromHere) }
    return .started(token)
  }
}

/// A type-erased action queue that can begin a series.
protocol SeriesQueue: Sendable {
  /// See `ActionSeries.begin`.
  func begin(
    _ series: any ActionSeries, at store: WorkContext, unless isStopped: @escaping @Sendable () -> Bool, depth: Int,
    _ turn: borrowing Turn, then done: (@Sendable () -> Void)?
  ) -> StoreSubscription?
}

extension ActionQueue: SeriesQueue {
  func begin(
    _ series: any ActionSeries, at store: WorkContext, unless isStopped: @escaping @Sendable () -> Bool, depth: Int,
    _ turn: borrowing Turn, then done: (@Sendable () -> Void)?
  ) -> StoreSubscription? {
    series.begin(in: self, at: store, unless: isStopped, depth: depth, turn, then: done)
  }
}
