internal import Dispatch

/// Connects a store with a view: a turn marks the binding as changed, and the tree's scheduler updates the view.
///
/// It keeps no store alive, but can read the store's last state, and shows that one even when the store has gone.
final class StoreBinding<State: Sendable, Action: Sendable, Props>: AnyStoreBinding {
  typealias MakeProps = @Sendable (State, AnyStore<State, Action>) -> Props
  typealias Observe = @MainActor @Sendable (Props, AnyStore<State, Action>) -> Void

  let number: UInt64
  let queue: DispatchQueue?
  private let window: AnyStore<State, Action>
  private let owner: WeakOwner?
  private let rate: UpdateSchedule.Rate
  private let differs: Equating<State>.Filter?
  /// Lent to the filter. Props are not made in it, for they may take long, and may wait for other threads.
  private let turns = PrivateTurns()
  private let makeProps: MakeProps
  private let observe: Observe

  private let scheduler: UpdateScheduler
  private let ended = AtomicFlag()
  private let wasChanged = AtomicFlag()
  private let shownRevision = Guarded<UInt64?>(nil)
  private let registration = Guarded<WeakRegistration?>(nil)
  /// The binding itself, until the store has gone or the binding has ended: who cancels does not wait for a turn.
  private let keptToEnd = Guarded<StoreBinding?>(nil)

  private struct WeakRegistration: Sendable {
    weak var value: Registration<State>?
  }

  init(
    _ store: AnyStore<State, Action>, owner: WeakOwner?, number: UInt64? = nil, options: UpdateOptions<State>,
    props: @escaping MakeProps, observe: @escaping Observe
  ) {
    self.number = number ?? store.node.tree.nextNumber()
    // By its label, for on Linux each asking for the main queue gives another object.
    let isMain = options.presentationQueue.label == DispatchQueue.main.label
    queue = isMain ? nil : options.presentationQueue
    window = AnyStore(node: store.node.window())
    self.owner = owner
    rate = options.rate.resolved(in: store.node.context)
    differs = options.removeStateDuplicates?.makeFilter()
    makeProps = props
    self.observe = observe
    scheduler = .shared(store.node.tree)
  }

  deinit { scheduler.remove(number) }

  /// Begins to observe `store`, which must be the one given before.
  func begin(_ store: AnyStore<State, Action>) {
    scheduler.add(self, rate)
    keptToEnd.withLock { $0 = self }
    let registration = store.node.registerFollower { [self] in
      change()
      return isEnded ? .dead : .active
    } onEnd: { [keptToEnd] in
      keptToEnd.take()?.storeIsGone()
    }
    self.registration.withLock { $0 = WeakRegistration(value: registration) }
    store.node.tree.mailbox.post { [admission = store.node.admission, tree = store.node.tree, self] turn in
      if isEnded { return }
      admission.admit(registration, turn)
      if let owner { tree.bind(self, to: owner, turn) }
    }
  }

  /// Shows the current state before the binding begins, made where all its updates are made.
  ///
  /// On the main actor it is shown when this returns. On another queue it is, if it is made in a few milliseconds;
  /// otherwise it is shown as soon as it is made.
  @MainActor
  func showFirst() {
    wasChanged.raise()
    guard let queue else {
      readNow()()?()
      return
    }
    // The state is read there as well, so that none is kept while the queue is busy.
    FirstUpdate.show(from: queue, within: window.node.context.firstFrameWait) { [self] in readNow()() }
  }

  private func readNow() -> PendingUpdate {
    let tree = window.node.tree
    return tree.read { locked in read(tree.revision(locked), locked) }
  }

  var isEnded: Bool { ended.isRaised || owner?.isGone == true }

  private func change() {
    scheduler.update(number, nextRate())
  }

  private func storeIsGone() {
    if isEnded || shownRevision.withLock({ $0 }) == window.node.tree.revision { return }
    scheduler.updateOnceMore(self, nextRate())
  }

  /// The first update does not wait for a pause in the changes.
  private func nextRate() -> UpdateSchedule.Rate {
    if wasChanged.raise(), case .debounce = rate { return .immediate }
    return rate
  }

  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdate {
    let state = window.node.capture(locked)
    return { [self] in
      // What was read before another update was made is not shown after it.
      let isNew = shownRevision.withLock { shown in
        if let shown, shown >= revision { return false }
        shown = revision
        return true
      }
      return isNew && !isEnded ? makeUpdate(state()) : nil
    }
  }

  private func makeUpdate(_ state: State) -> Update? {
    guard window.node.offers(state), isDifferent(state) else { return nil }
    let context = window.node.context
    let props =
      context.isEmpty
      ? UncheckedTransfer(value: makeProps(state, window))
      : StoreContext.$current.withValue(context) { UncheckedTransfer(value: makeProps(state, window)) }
    return { [self] in
      if !isEnded { observe(props.value, window) }
    }
  }

  private func isDifferent(_ state: State) -> Bool {
    guard let differs else { return true }
    return turns.lend { turn in differs(state, turn) }
  }
}

extension StoreBinding: Endable {
  func end() {
    ended.raise()
    scheduler.remove(number)
    registration.withLock { $0 }?.value?.end()
    _ = keptToEnd.take()
  }
}
