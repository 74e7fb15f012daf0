internal import Dispatch

/// Follows a store for a group, from the first binding to the last.
final class GroupFollowing<State: Sendable>: UpdateSource {
  let number: UInt64
  /// Whether the store has ended with the element it was made for.
  let wasDetached: @Sendable () -> Bool
  private let group: BindingGroup<State>
  /// The call with which the store admits its observer tells nothing new: each binding has its own first update.
  private let isAdmitted = AtomicFlag()
  /// Raised while a round is to come that will read the state.
  private let isMarked = AtomicFlag()
  private let isOver = AtomicFlag()
  private let registration = Guarded<WeakRegistration?>(nil)

  private struct WeakRegistration: Sendable {
    weak var value: Registration<State>?
  }

  init(_ group: BindingGroup<State>, of store: StoreNode<State, some Sendable>) {
    self.group = group
    number = store.tree.nextNumber()
    wasDetached = store.wasDetached
  }

  deinit { group.scheduler.remove(number) }

  var queue: DispatchQueue? { group.queue }

  func begin(_ store: StoreNode<State, some Sendable>) {
    group.scheduler.add(self, group.rate)
    let registration = store.registerFollower { [self] in
      if isAdmitted.isRaised { change() }
      return .active
    } onEndInTurn: { [self, tree = store.tree, name = store.name] turn in
      if !wasDetached() { group.noteOrphans(self, of: name, tree, turn) }
    } onEnd: { [self, tree = store.tree] in
      group.storeIsGone(self, at: tree.revision)
    }
    self.registration.withLock { $0 = WeakRegistration(value: registration) }
    if isOver.isRaised { return end() }
    store.tree.mailbox.postDuringPause { [self, admission = store.admission] turn in
      admission.admit(registration, turn)
      isAdmitted.raise()
    }
  }

  func end() {
    isOver.raise()
    group.scheduler.remove(number)
    registration.withLock { $0 }?.value?.end()
  }

  /// The state has changed: has the group updated, when its rate allows.
  func change() {
    // A debounced update has to know of each change, and any other of the first.
    if case .debounce(let interval) = group.rate, interval > .zero {
      group.scheduler.update(number, group.rate)
    } else if !isMarked.isRaised, isMarked.raise() {
      group.scheduler.update(number, group.rate)
    }
  }

  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates? {
    // Lowered before the state is taken, so that no change is missed.
    isMarked.lower()
    // Its element is no longer in the state above: the two belong to different times.
    if wasDetached(), registration.withLock({ $0?.value?.isEnded != false }) { return nil }
    return group.read(revision, locked)
  }
}
