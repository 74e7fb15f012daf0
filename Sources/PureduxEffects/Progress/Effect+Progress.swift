extension Effect {
  /// The progress of requested work: whether the work is waiting, postponed or running.
  public enum Progress: Hashable, Sendable {
    /// The work waits for other work to end, because the limit of the attachment has been reached.
    case waitingForPlace
    /// The work waits for its next attempt until this time on the store's clock.
    case waitingForAttempt(until: Duration)
    /// The effect was postponed with ``Effect/postpone``.
    case postponed
    /// The work is running.
    case running
  }
}

extension StateStore {
  /// Returns a store whose state is the progress of an effect state's work; nil if no work is in progress.
  ///
  /// The effect state shows only that work is in progress; the progress also shows whether the work is waiting or
  /// running. Observers of the returned store are called whenever the progress changes, even without an action. The
  /// returned store requires no storage in the state, and costs nothing while it has no observers.
  ///
  /// ```swift
  /// let progress = store.map(progressOf: \.loading)
  /// switch progress.state {
  /// case .running: print("loading")
  /// case .waitingForPlace, .postponed: print("waiting")
  /// case .waitingForAttempt(let time): print("next attempt in \(time - StoreContext.current.clock.now())")
  /// case nil: print("nothing to do")
  /// }
  /// let subscription = progress.subscribe { progress in
  ///   if case .waitingForPlace = progress { print("waiting") }
  /// }
  /// ```
  ///
  /// - Parameter job: The effect state, as a key path or a closure. Its effect must be attached to this store or to one
  ///   of its projections. The progress is nil if the effect state is nil, or if its work is not in progress.
  public func map(
    progressOf job: @escaping @Sendable (_ state: State) -> Effect.State?
  ) -> StateStore<Effect.Progress?, Action> {
    let window = weak()
    let progress = node.refreshable { state in job(state).flatMap { window.strong()?.progress(of: $0) } }
    return StateStore<Effect.Progress?, Action>(node: progress.withoutDuplicates())
  }

  /// Returns the progress of an effect state's work; nil if no work is in progress.
  private func progress(of job: Effect.State) -> Effect.Progress? {
    guard job.isInProgress else { return nil }
    let works = node.attachedWork.lazy.compactMap { $0 as? EffectHost }.flatMap(\.works)
    return works.compactMap { $0.supervisor.progress(of: job) }.first
  }
}

/// Publishes observed values that depend on more than the state of a store tree.
final class Refreshes: TreeSlot {
  private typealias Refresh = @Sendable (StoreTree, borrowing Turn) -> Void

  private let content = Guarded(NumberedList<Refresh>())
  /// A flag that is raised while any of the values is observed.
  private let isRaised = AtomicFlag()

  /// Publishes the observed values, if any, in a separate turn.
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

  /// Removes and returns a value's closure, which the caller must release outside the locks.
  fileprivate func remove(_ number: UInt64) -> (any Sendable)? {
    content.withLock { content in
      defer { if content.isEmpty { isRaised.lower() } }
      return content.remove(number)
    }
  }
}

extension StoreNode {
  /// Returns a node for a value that depends on more than the store's state.
  ///
  /// Observers of the node are also called when the tree's `Refreshes` object publishes, even without an action.
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
  /// Returns a node that shows the same progress, but calls observers only when the progress changes.
  func withoutDuplicates() -> StoreNode {
    let (above, number, told) = (audience, tree.nextNumber(), ToldProgress())
    let audience = Audience<State>(lock: above.lock) { audience, locked in
      told.isObserved(audience != nil)
      return above.link(audience, number, locked) { audience in
        .ofState { progress, turn in
          if TurnObserverHook.showsPastOnThread || told.isReplaced(by: progress.pointee) {
            audience.publish(progress, turn)
          }
        }
      }
    }
    let noting = StateSource<State>.derived { [source] locked in
      let makeProgress = source.capture(locked)
      return { memory in
        makeProgress(memory)
        told.noteRead(memory.pointee)
      }
    }
    // A child store of this node is notified in each turn, because the child's own state may have changed.
    return showing(noting, audience, unfilteredAudience: unfilteredAudienceOrOwn)
  }
}

/// The progress that observers last received, or that was last read while there were no observers.
///
/// An observer receives the current progress in the turn in which it is registered, and is called again only after a
/// change.
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
