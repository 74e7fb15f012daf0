extension Effect {
  /// How far work has come that a state asks for: what a progress bar shows.
  public enum Progress: Hashable, Sendable {
    /// It waits until other work of its attachment ends, because of a limit.
    case waitingForPlace
    /// It waits for its next attempt, until this time by the clock of the store's context.
    case waitingForAttempt(until: Duration)
    /// Its effect was ``Effect/postpone``.
    case postponed
    /// It runs.
    case running
  }
}

extension StateStore {
  /// How far the work has come that an effect state asks for; nil where nothing is in progress.
  ///
  /// The effect state says that work is in progress; the store knows whether it waits or runs. No action is needed for
  /// that, and nothing is kept for it.
  ///
  /// ```swift
  /// switch store.progress(of: store.state.loading) {
  /// case .running: print("loading")
  /// case .waitingForPlace, .postponed: print("waiting")
  /// case .waitingForAttempt(let time): print("next attempt in \(time - StoreContext.current.clock.now())")
  /// case nil: print("nothing to do")
  /// }
  /// ```
  ///
  /// - Parameter job: an effect state of this store, for which an effect is attached here or to a projection of it.
  public func progress(of job: Effect.State) -> Effect.Progress? {
    guard job.isInProgress else { return nil }
    return node.attachedWork.lazy.compactMap { ($0 as? Supervisor)?.progress(of: job) }.first
  }

  /// Makes a store that shows how far the work has come that an effect state asks for.
  ///
  /// Its observers are called when work begins to wait or to run, without an action. While nobody observes, that costs
  /// nothing.
  ///
  /// ```swift
  /// let subscription = store.map(progressOf: \.loading).subscribe { progress in
  ///   if case .waitingForPlace = progress { print("waiting") }
  /// }
  /// ```
  ///
  /// - Parameter job: the effect state: a key path or a closure. Nil, and nothing in progress, show nil.
  public func map(
    progressOf job: @escaping @Sendable (_ state: State) -> Effect.State?
  ) -> StateStore<Effect.Progress?, Action> {
    let window = weak()
    let progress = node.refreshable { state in job(state).flatMap { window.strong()?.progress(of: $0) } }
    return StateStore<Effect.Progress?, Action>(node: progress.withoutDuplicates())
  }
}

/// What publishes those parts in a tree that depend on more than the states, for as long as something observes them.
final class Refreshes: TreeSlot {
  private typealias Refresh = @Sendable (StoreTree, borrowing Turn) -> Void

  private let content = Guarded(NumberedList<Refresh>())
  /// Raised while there are any.
  private let isRaised = AtomicFlag()

  /// Publishes them in a turn of its own; does nothing where nothing is observed.
  func publish(in tree: StoreTree) {
    guard isRaised.isRaised else { return }
    tree.mailbox.post { [self, weak tree] turn in
      guard let tree else { return }
      for slot in content.withLock({ $0.slots }) { slot.element?(tree, turn) }
    }
  }

  fileprivate func add<Part>(_ number: UInt64, _ audience: Audience<Part>, _ source: StateSource<Part>) {
    let refresh: Refresh = { [weak audience] tree, turn in
      guard let audience else { return }
      let state = source.state(tree)
      withTemporaryValue(filledBy: { $0.initialize(to: state) }) { audience.publish($0, turn) }
    }
    content.withLock { content in
      content.insert(refresh, number: number)
      isRaised.raise()
    }
  }

  /// Returns what is to be released outside the locks.
  fileprivate func remove(_ number: UInt64) -> (any Sendable)? {
    content.withLock { content in
      defer { if content.isEmpty { isRaised.lower() } }
      return content.remove(number)
    }
  }
}

extension StoreNode {
  /// A node that shows a part that depends on more than the state: its observers are also called when the tree's
  /// `Refreshes` publish, without an action.
  func refreshable<Part: Sendable>(_ transform: @escaping @Sendable (State) -> Part) -> StoreNode<Part, Action> {
    let (source, number, refreshes) = (source.map(transform), tree.nextNumber(), tree.slot(Refreshes.self))
    let above = audience
    let audience = Audience<Part>(lock: above.lock) { audience, locked in
      let removed = audience == nil ? refreshes.remove(number) : nil
      let left = above.link(audience, number, locked) { audience in
        refreshes.add(number, audience, source)
        return .ofState { state, turn in
          withTemporaryValue(filledBy: { memory in initialize(at: memory) { lend(state, transform) } }) {
            audience.publish($0, turn)
          }
        }
      }
      return [removed, left] as [(any Sendable)?]
    }
    return showing(source, audience, unfilteredAudience: unfilteredAudience(transform))
  }
}

extension StoreNode where State == Effect.Progress? {
  /// A node that shows the same progress, and whose observers are called only when it has changed.
  func withoutDuplicates() -> StoreNode {
    let (above, number, told) = (audience, tree.nextNumber(), ToldProgress())
    let audience = Audience<State>(lock: above.lock) { audience, locked in
      told.isObserved(audience != nil)
      return above.link(audience, number, locked) { audience in
        .ofState { progress, turn in if told.isReplaced(by: progress.pointee) { audience.publish(progress, turn) } }
      }
    }
    let noting = StateSource<State>.derived { [source] locked in
      let makeProgress = source.capture(locked)
      return { memory in
        makeProgress(memory)
        told.noteRead(memory.pointee)
      }
    }
    // A child store is told in each turn, because its own state may have changed.
    return showing(noting, audience, unfilteredAudience: unfilteredAudienceOrOwn)
  }
}

/// The progress that observers were told last; while nothing observes, the one that was read last.
///
/// An observer is given what was read in the turn in which it enters, and called again when that has changed.
private final class ToldProgress: Sendable {
  private let content = Guarded<(isObserved: Bool, progress: Effect.Progress?)>((false, nil))

  func isObserved(_ isObserved: Bool) { content.withLock { $0.isObserved = isObserved } }

  func noteRead(_ progress: Effect.Progress?) {
    content.withLock { if !$0.isObserved { $0.progress = progress } }
  }

  func isReplaced(by progress: Effect.Progress?) -> Bool {
    content.withLock { content in
      defer { content.progress = progress }
      return content.progress != progress
    }
  }
}
