/// Finds out whether an action is one that does work, without a cast for each dispatch.
///
/// For a concrete type the first action decides for all; for a protocol or a class each dynamic type is asked once.
@usableFromInline
final class WorkDetector<Action: Sendable>: Sendable {
  @usableFromInline let isExcluded = AtomicFlag()
  private let answers = Guarded<[ObjectIdentifier: Bool]>([:])
  /// Whether what an action becomes on its way up may do work; nil where actions pass upwards as they are.
  private let asksAbove: (@Sendable () -> Bool)?
  /// A window looks with each action whether the store is still there, so it excludes nothing.
  private let isWindow: Bool
  /// The store that embedded actions work for.
  let origin: WorkOrigin?

  /// For a store whose actions pass upwards as they are.
  @usableFromInline
  init() { (asksAbove, isWindow, origin) = (nil, false, nil) }

  /// For a window on a store.
  init(ofWindow work: WorkDetector) { (asksAbove, isWindow, origin) = (work.asksAbove, true, work.origin) }

  /// For a store whose actions become others on their way up, which may do work of their own.
  @usableFromInline
  init<Embedded>(below work: WorkDetector<Embedded>, _ origin: WorkOrigin) {
    (asksAbove, isWindow, self.origin) = ({ work.mayFind }, false, origin)
  }

  /// False once it is known that no action of this type does work.
  @inlinable
  var mayFind: Bool { !isExcluded.isRaised }

  /// Whether what an embedding makes of an action may do work. The embedding says so in the action's turn: its closure
  /// is called once for each action.
  var mayFindAbove: Bool { asksAbove?() ?? false }

  /// The work of the action as it is here, whatever becomes of it above.
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

/// The store below which `map(actions:)` makes an action that does work.
@usableFromInline
struct WorkOrigin: Sendable {
  let store: WorkContext
  /// Keeps what reducing an action needs, and not the store.
  let actionQueue: any SeriesQueue
}

extension StoreNode {
  @usableFromInline
  var workOrigin: WorkOrigin { WorkOrigin(store: workContext, actionQueue: actionQueue) }
}

/// An action that does work, as it was found on the way up.
struct FoundWork {
  let action: any WorkAction
  /// The store that it works for, if that is not the one that the action was sent to.
  var origin: WorkOrigin?
}

/// Finds in a turn which work its action does: that of the action as the last middleware on its way up let it pass, for
/// that one is reduced at the top. What `map(actions:)` was given does its own work, if it has some.
@usableFromInline
final class WorkSearch {
  private(set) var found: FoundWork?

  @usableFromInline
  init() {}

  /// At the top of the path, or where only reducers are left of it.
  @usableFromInline
  func look<Action>(for action: Action, _ work: WorkDetector<Action>) {
    if let own = work.own(of: action) { found = FoundWork(action: own, origin: nil) }
  }

  /// While the reducers run, for what an embedding made of the action: the lowest embedding comes first.
  func note<Action>(_ action: Action, _ work: WorkDetector<Action>, at origin: WorkOrigin) {
    guard found == nil, let own = work.own(of: action) else { return }
    found = FoundWork(action: own, origin: origin)
  }

  /// Below an embedding, when the path above it has been searched.
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
  /// Tells the search of this turn, if there is one, what an embedding made of the action.
  @usableFromInline
  func noteEmbedded<Action>(
    _ action: Action, _ work: WorkDetector<Action>, at origin: WorkOrigin, _ turn: borrowing Turn
  ) {
    workSearch.with(turn) { $0?.note(action, work, at: origin) }
  }
}

/// What is under way after the turn of an action.
package enum StartedWork {
  /// The action does no work, or a series all of which has been reduced.
  case none
  /// Work was started, and may have dispatched actions; without a token it is over already.
  case started(StoreSubscription?)
}

extension ActionQueue {
  /// The action as a series, where it is one.
  func series(_ action: Action) -> (any ActionSeries)? {
    work.mayFind ? work.own(of: action) as? any ActionSeries : nil
  }

  /// Whether a turn of this action may find work to start.
  package func mayDoWork(_ action: Action) -> Bool {
    // What a middleware or an embedding puts in the action's place may do work, unless no action of the type can.
    work.mayFind && (work.own(of: action) != nil || work.mayFind && (path.middlewares != nil || work.mayFindAbove))
  }

  /// One turn of an action, with the work that it starts afterwards.
  /// - Parameters:
  ///   - store: The store that the action was sent to; nil where no work is started.
  ///   - closed: Once raised, the action is dropped, and the tap is told.
  ///   - isStopped: Where true, the action is reduced and no work is started; and a series stops as soon as it is true.
  ///   - depth: How many series this turn is a part of.
  ///   - done: Called when the action, or the last of the series that it stands for, has been published or dropped.
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
    let place = found.origin?.store ?? store
    guard let observer = tree.turnObserver(turn) else { return .started(found.action.startWork(at: place)) }
    var token: StoreSubscription?
    observer.afterTurn(turn) { token = found.action.startWork(at: place.fromHere) }
    return .started(token)
  }
}

/// An action queue that can begin a series, with its action type erased.
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
