internal import Dispatch

/// Connects a store with a view: it makes props of the store's states, and shows them.
///
/// It keeps no store alive, but can read the store's last state, and shows that one even when the store has gone.
final class StoreBinding<State: Sendable, Action: Sendable, Props>: UpdateSource {
  typealias MakeProps = @Sendable (State, AnyStore<State, Action>) -> Props
  typealias Observe = @MainActor @Sendable (Props, AnyStore<State, Action>) -> Void

  let number: UInt64
  private let window: AnyStore<State, Action>
  private let owner: WeakOwner?
  private let site: BindingSite
  private let shownProps: ShownProps<Props>?
  private let makeProps: MakeProps
  private let observe: Observe
  private let filter: ChangeFilter
  /// The bindings it is updated with.
  private let group: BindingGroup<State>
  private let wasShown = AtomicFlag()

  init(
    _ store: AnyStore<State, Action>, owner: WeakOwner?, site: BindingSite = .props(Props.self), number: UInt64? = nil,
    options: UpdateOptions<State>, props: @escaping MakeProps, observe: @escaping Observe
  ) {
    self.number = number ?? store.node.tree.nextNumber()
    window = AnyStore(node: store.node.window())
    self.owner = owner
    self.site = site
    shownProps = options.removePropsDuplicates ? ShownProps() : nil
    if options.removePropsDuplicates, shownProps == nil {
      store.node.context.report(.propsNotEquatable("\(Props.self)"))
    }
    makeProps = props
    self.observe = observe
    filter = ChangeFilter(options.removeStateDuplicates)
    group = .shared(window.node, options)
  }

  var queue: DispatchQueue? { group.queue }

  /// Begins to observe `store`, which must be the one given before.
  func begin(_ store: AnyStore<State, Action>) {
    group.add(member, to: store.node)
    store.node.tree.mailbox.postDuringPause { [tree = store.node.tree, self] turn in
      if isEnded { return group.remove(number) }
      if let owner { tree.bind(self, to: owner, turn) }
      updateFirst()
    }
  }

  /// The first update does not wait for a pause in the changes, which the others of the group may still wait for.
  private func updateFirst() {
    if case .debounce = group.rate, !wasShown.isRaised {
      group.scheduler.updateOnceMore(self, .immediate)
    } else {
      group.change()
    }
  }

  /// Shows the current state before the binding begins, made where all its updates are made.
  ///
  /// On the main actor it is shown when this returns. On another queue it is, if it is made in a few milliseconds;
  /// otherwise it is shown as soon as it is made.
  @MainActor
  func showFirst() {
    wasShown.raise()
    guard let queue else {
      for update in readNow()() { update.show() }
      return
    }
    // The state is read there as well, so that none is kept while the queue is busy.
    FirstUpdate.show(from: queue, within: window.node.context.firstFrameWait) { [self] in readNow()() }
  }

  private func readNow() -> PendingUpdates {
    let tree = window.node.tree
    return tree.read { locked in group.updates(of: BoundMembers(member), tree.revision(locked), locked) }
  }

  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates? {
    group.updates(of: BoundMembers(member), revision, locked)
  }

  /// As its group knows it, which keeps it until the store has gone or the binding has ended.
  private var member: BoundMember<State> {
    BoundMember(number: number, filter: filter, makeUpdate: { [self] in makeUpdate($0) }, site: site, owner: owner)
  }

  var isEnded: Bool { filter.isClosed.isRaised || owner?.isGone == true }

  private func makeUpdate(_ state: State) -> Update? {
    if isEnded { return nil }
    let context = window.node.context
    let props =
      context.isEmpty
      ? UncheckedTransfer(value: makeProps(state, window))
      : StoreContext.$current.withValue(context) { UncheckedTransfer(value: makeProps(state, window)) }
    if shownProps?.differ(props) == false { return nil }
    return Update(number: number) { [self] in
      if !isEnded { observe(props.value, window) }
    }
  }
}

extension StoreBinding: Cancellable {
  func cancel() {
    filter.isClosed.raise()
    group.scheduler.remove(number)
    group.remove(number)
  }
}

/// The props that a binding showed last, and whether others differ from them.
final class ShownProps<Props>: Sendable {
  private let last = Guarded<UncheckedTransfer<Props>?>(nil)

  /// Nil where the props cannot be compared.
  init?() {
    guard Props.self is any Equatable.Type else { return nil }
  }

  /// Whether these differ from the last. They are the last ones from then on.
  ///
  /// Props are made one after another, so nobody else asks meanwhile. They are compared and released outside the lock.
  func differ(_ props: UncheckedTransfer<Props>) -> Bool {
    if let last = last.withLock({ $0 }), let shown = last.value as? any Equatable, equal(shown, props.value) {
      return false
    }
    let old = last.withLock { last in
      defer { last = props }
      return last
    }
    return withExtendedLifetime(old) { true }
  }

  private func equal<Value: Equatable>(_ shown: Value, _ new: Props) -> Bool { new as? Value == shown }
}

/// Finds the props that differ from the ones before, where props are made.
final class PropsComparison<Props: Equatable & Sendable>: Sendable {
  struct Change: Sendable {
    let new: Props
    let old: Props?
  }

  private let latest = Guarded<Props?>(nil)

  /// Nil if these props are equal to the ones before. To be called on one serial queue.
  func change(to new: Props) -> Change? {
    // Compared and released outside the lock, because both may call code of the user.
    let old = latest.take()
    latest.withLock { $0 = new }
    return new == old ? nil : Change(new: new, old: old)
  }
}
