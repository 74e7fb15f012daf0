internal import Dispatch

/// Connects a store with one that shows it: a turn marks the binding as changed, its cycle updates it.
///
/// It keeps the store's state readable to the last one, which it shows even when the store is gone meanwhile, but no
/// store alive.
final class StoreBinding<State: Sendable, Action: Sendable, Props>: UpdatedBinding {
  typealias MakeProps = @Sendable (State, AnyStore<State, Action>) -> Props
  typealias Observe = @MainActor @Sendable (Props, AnyStore<State, Action>) -> Void

  let number: UInt64
  let queue: DispatchQueue?
  private let window: AnyStore<State, Action>
  private let owner: WeakOwner?
  private let interval: Duration
  private let differs: Equating<State>.Filter?
  private let makeProps: MakeProps
  private let observe: Observe

  private let cycle: UpdateCycle
  private let ended = AtomicFlag()
  private let wasChanged = AtomicFlag()
  private let shownRevision = Guarded<UInt64?>(nil)
  private let registration = Guarded<WeakRegistration?>(nil)

  private struct WeakRegistration: Sendable {
    weak var value: Registration<State>?
  }

  init(
    _ store: AnyStore<State, Action>, owner: WeakOwner?, settings: UpdateSettings<State>,
    props: @escaping MakeProps, observe: @escaping Observe
  ) {
    number = store.node.tree.nextNumber()
    // By its label, for on Linux each asking for the main queue gives another object.
    queue = settings.queue?.label == DispatchQueue.main.label ? nil : settings.queue
    window = AnyStore(node: store.node.window())
    self.owner = owner
    interval = settings.interval
    differs = settings.equating?.makeFilter()
    makeProps = props
    self.observe = observe
    cycle = .shared(store.node.tree)
  }

  deinit { cycle.remove(number) }

  /// Begins to observe `store`, which must be the one given before.
  func begin(_ store: AnyStore<State, Action>) {
    cycle.add(self, interval: interval)
    let registration = store.node.registerFollower { [self] in
      change()
      return isEnded ? .dead : .active
    } onEnd: { [self] in
      storeIsGone()
    }
    self.registration.withLock { $0 = WeakRegistration(value: registration) }
    store.node.tree.mailbox.post { [admission = store.node.admission, tree = store.node.tree, self] turn in
      if isEnded { return }
      admission.admit(registration, turn)
      if let owner { tree.bind(self, to: owner, turn) }
    }
  }

  /// Shows the current state at once, before the binding begins. Props are made here, on the main actor.
  @MainActor
  func showFirst() {
    wasChanged.raise()
    let tree = window.node.tree
    let make = tree.read { locked in read(tree.revision(locked), locked) }
    cycle.lendTurn { turn in make(turn) }?()
  }

  var isEnded: Bool { ended.isRaised || owner?.isGone == true }

  private func change() {
    // What is shown for the first time is not kept waiting.
    cycle.update(number, after: wasChanged.raise() ? .zero : interval)
  }

  private func storeIsGone() {
    if isEnded || shownRevision.withLock({ $0 }) == window.node.tree.revision { return }
    cycle.updateOnceMore(self, after: wasChanged.raise() ? .zero : interval)
  }

  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> UpdateRound.Maker {
    let state = window.node.capture(locked)
    return { [self] turn in
      let isNew = shownRevision.withLock { shown in
        defer { shown = revision }
        return shown != revision
      }
      return isNew && !isEnded ? makeUpdate(state(), turn) : nil
    }
  }

  private func makeUpdate(_ state: State, _ turn: borrowing Turn) -> Update? {
    guard window.node.offers(state), differs?(state, turn) ?? true else { return nil }
    let context = window.node.context
    let props =
      context.isEmpty
      ? HandedOver(value: makeProps(state, window))
      : StoreContext.$current.withValue(context) { HandedOver(value: makeProps(state, window)) }
    return { [self] in
      if !isEnded { observe(props.value, window) }
    }
  }
}

extension StoreBinding: Endable {
  func end() {
    ended.raise()
    cycle.remove(number)
    registration.withLock { $0 }?.value?.end()
  }
}

/// How the updates of a binding are made.
struct UpdateSettings<State: Sendable>: Sendable {
  /// Where props are made; nil for the main actor.
  var queue: DispatchQueue?
  var equating: Equating<State>?
  var interval: Duration = .zero
}

extension Store {
  /// Binds without an owner, until the token is cancelled or released. `beginning` comes before the first update.
  func bind<Props>(
    _ settings: UpdateSettings<State>, props: @escaping StoreBinding<State, Action, Props>.MakeProps,
    observe: @escaping StoreBinding<State, Action, Props>.Observe,
    beginning: (StoreBinding<State, Action, Props>) -> Void = { _ in }
  ) -> StoreSubscription {
    let store = eraseToAnyStore()
    let binding = StoreBinding(store, owner: nil, settings: settings, props: props, observe: observe)
    beginning(binding)
    binding.begin(store)
    return StoreSubscription(binding)
  }

  /// Binds until the owner is gone.
  func bind<Props>(
    to owner: AnyObject, _ settings: UpdateSettings<State>,
    props: @escaping StoreBinding<State, Action, Props>.MakeProps,
    observe: @escaping StoreBinding<State, Action, Props>.Observe
  ) {
    let store = eraseToAnyStore()
    StoreBinding(store, owner: WeakOwner(owner), settings: settings, props: props, observe: observe).begin(store)
  }
}
