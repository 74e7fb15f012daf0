internal import Dispatch

/// Connects a store to a view: computes props from the store's states, and displays the props.
///
/// A binding does not retain its store, but can read and display the store's last state after the store is released.
final class StoreBinding<State: Sendable, Action: Sendable, Props>: UpdateSource {
  typealias MakeProps = @Sendable (State, StateStore<State, Action>) -> Props
  typealias Observe = @MainActor @Sendable (Props, StateStore<State, Action>) -> Void

  let number: UInt64
  private let window: StateStore<State, Action>
  private let owner: WeakOwner?
  private let site: BindingSite
  private let shownProps: ShownProps<Props>?
  private let makeProps: MakeProps
  private let observe: Observe
  private let filter: ChangeFilter
  private let group: BindingGroup<State>
  private let wasShown = AtomicFlag()

  init(
    _ store: StateStore<State, Action>, owner: WeakOwner?, site: BindingSite = .props(Props.self),
    number: UInt64? = nil, options: UpdateOptions<State>, props: @escaping MakeProps, observe: @escaping Observe
  ) {
    self.number = number ?? store.node.tree.nextNumber()
    window = StateStore(node: store.node.window())
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

  /// Starts observing `store`, which must be the store passed to the initializer.
  func begin(_ store: StateStore<State, Action>) {
    group.add(member, to: store.node)
    store.node.tree.mailbox.postDuringPause { [tree = store.node.tree, self] turn in
      if isEnded { return group.remove(number) }
      if let owner { tree.bind(self, to: owner, turn) }
      updateFirst()
    }
  }

  /// Schedules the first update without the group's debounce delay.
  private func updateFirst() {
    if case .throttle = group.rate { return group.change() }
    if wasShown.isRaised { group.change() } else { group.scheduler.updateOnceMore(self, .immediate) }
  }

  /// Displays the current state before the binding begins. Props are computed in the same way as for later updates.
  ///
  /// If props are computed on the main actor, the state is displayed before this method returns. If another queue
  /// computes the props, this method waits for a few milliseconds at most; props that take longer are displayed as soon
  /// as they are ready.
  @MainActor
  func showFirst() {
    wasShown.raise()
    guard let queue else {
      for update in readNow()() { update.show() }
      return
    }
    // The state is read on the queue, so that no copy of the state is retained while the queue is busy.
    FirstUpdate.show(from: queue, within: window.node.context.firstFrameWait) { [self] in readNow()() }
  }

  /// Displays a state that is newer than the displayed one, unless another queue computes the props. Call this method
  /// when the view is evaluated anyway, so that everything in the evaluation displays the same revision.
  @MainActor
  func showNewest() {
    if queue != nil || isEnded { return }
    for update in readNow()() { update.show() }
  }

  private func readNow() -> PendingUpdates {
    let tree = window.node.tree
    return tree.read { locked in group.updates(of: BoundMembers(member), tree.revision(locked), locked) }
  }

  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates? {
    group.updates(of: BoundMembers(member), revision, locked)
  }

  /// This binding's entry in its group. The group retains the binding until the store is released or the binding ends.
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

/// Compares the new props of a binding with the last displayed props.
final class ShownProps<Props>: Sendable {
  private let last = Guarded<UncheckedTransfer<Props>?>(nil)

  /// Returns nil if the props are not `Equatable`.
  init?() {
    guard Props.self is any Equatable.Type else { return nil }
  }

  /// Records new props, and returns whether they differ from the last props.
  ///
  /// Props are computed serially, so calls to this method never overlap. Props are compared and released outside the
  /// lock.
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

/// Detects changed props on the queue that computes them.
final class PropsComparison<Props: Equatable & Sendable>: Sendable {
  struct Change: Sendable {
    let new: Props
    let old: Props?
  }

  private let latest = Guarded<Props?>(nil)

  /// Returns nil if the props are equal to the previous props. Always call this method on the same serial queue.
  func change(to new: Props) -> Change? {
    // The props are compared and released outside the lock, because both operations may call user code.
    let old = latest.take()
    latest.withLock { $0 = new }
    return new == old ? nil : Change(new: new, old: old)
  }
}
