internal import Dispatch

/// The bindings of one store that are updated at the same rate, and on the same queue.
///
/// They follow the store together: a turn marks the group, and a round takes the state once for all of them, compares,
/// and makes updates for those alone that it concerns. A group keeps no store alive, but can read the store's last
/// state.
final class BindingGroup<State: Sendable>: Sendable {
  let queue: DispatchQueue?
  let scheduler: UpdateScheduler
  private let capture: @Sendable (borrowing LockToken) -> CapturedState<State>
  private let offers: @Sendable (State) -> Bool
  private let members = Guarded(Members())
  /// Lent to the filters. Props are not made in it, for they may take long, and may wait for other threads.
  private let turns = PrivateTurns()

  private let key: BindingGroups.Key

  private init(_ window: StoreNode<State, some Sendable>, _ key: BindingGroups.Key, queue: DispatchQueue?) {
    self.queue = queue
    self.key = key
    scheduler = .shared(window.tree)
    capture = { locked in window.capture(locked) }
    offers = { state in window.offers(state) }
  }

  deinit { scheduler.groups.forget(key, ObjectIdentifier(self)) }

  /// The group for bindings with these options that show the states of `window`, which must not keep its store alive.
  ///
  /// A throttled binding has a group of its own, because its interval begins with its own last update.
  static func shared(_ window: StoreNode<State, some Sendable>, _ options: UpdateOptions<State>) -> BindingGroup {
    // By its label, for on Linux each asking for the main queue gives another object.
    let isMain = options.presentationQueue.label == DispatchQueue.main.label
    let queue = isMain ? nil : options.presentationQueue
    let key = BindingGroups.Key(
      states: window.statesID, rate: options.rate.resolved(in: window.context), queue: queue.map(ObjectIdentifier.init))
    if case .throttle = key.rate { return BindingGroup(window, key, queue: queue) }
    let scheduler = UpdateScheduler.shared(window.tree)
    return scheduler.groups.group(key) { BindingGroup(window, key, queue: queue) }
  }

  var rate: UpdateSchedule.Rate { key.rate }

  /// Takes in a member, which is updated from now on with what changes in the store.
  func add(_ member: BoundMember<State>, to store: StoreNode<State, some Sendable>) {
    let following = GroupFollowing(self, of: store)
    if members.withLock({ $0.add(member, orFollow: following) }) { following.begin(store) }
  }

  /// The member has ended.
  func remove(_ member: UInt64) {
    let (member, following) = members.withLock { $0.remove(member) }
    following?.end()
    withExtendedLifetime(member) {}
  }

  /// Has all members updated, when their rate allows.
  func change() { members.withLock { $0.following }?.change() }

  /// Notes the members that the store leaves behind, for a report. It has gone, unless the last member has.
  func noteOrphans(
    _ following: GroupFollowing<State>, of store: String?, _ tree: StoreTree, _ turn: borrowing Turn
  ) {
    let left = members.withLock { $0.following === following ? $0.all : BoundMembers() }
    for index in left.indices where left[index].isWanted() {
      let view = OrphanedObserver(
        "\(left[index].site)", of: store,
        so: "the view goes on to show the last state: binding keeps no store alive",
        fix: "keep the `StateStore` as long as the view, in a property of it for example, or let the view go first; a "
          + "store that is to end with a part of another's state is made by `children(of:)`, and not reported",
        isWanted: left[index].isWanted)
      tree.noteOrphan(view, turn)
    }
  }

  func storeIsGone(_ following: GroupFollowing<State>, at revision: UInt64) {
    let released = members.withLock { $0.end(following, at: following.wasDetached() ? nil : revision) }
    if released == nil { scheduler.updateOnceMore(following, rate) }
  }

  /// Takes the state for all members; nil where nothing is bound any more.
  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates? {
    let members = members.withLock { $0.take(at: revision) }
    return members.isEmpty ? nil : updates(of: members, revision, locked)
  }

  /// Takes the state for some bindings of the store, whether they are members or not.
  func updates(of members: BoundMembers<State>, _ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates {
    let state = capture(locked)
    return { [self] in makeUpdates(of: members, state(), revision) }
  }

  private func makeUpdates(of members: BoundMembers<State>, _ state: State, _ revision: UInt64) -> [Update] {
    guard offers(state) else { return [] }
    let concerned = turns.lend { turn in members.concerned(by: state, revision, turn) }
    return concerned.compactMap { members[$0].makeUpdate(state) }
  }
}

extension BindingGroup {
  /// Who belongs to a group, and how the group follows its store.
  struct Members: Sendable {
    private(set) var all = BoundMembers<State>()
    /// Nil while nobody is bound, and once the store has gone.
    private(set) var following: GroupFollowing<State>?
    /// The revision of the state that was last taken for all of them.
    private var revision: UInt64?

    /// Adds a member. Returns true where the group has to begin to follow the store, in the way that is given.
    mutating func add(_ member: BoundMember<State>, orFollow following: GroupFollowing<State>) -> Bool {
      all.insert(member)
      guard self.following == nil else { return false }
      self.following = following
      return true
    }

    /// Removes a member, which the caller releases; returns what the caller has to end where nobody is left.
    mutating func remove(_ number: UInt64) -> (BoundMember<State>?, GroupFollowing<State>?) {
      guard let member = all.remove(number) else { return (nil, nil) }
      guard all.isEmpty else { return (member, nil) }
      defer { following = nil }
      return (member, following)
    }

    /// The store has gone. Returns the members that have been given its last state, and that the caller releases; nil
    /// where all are to be updated once more. Without a revision, none is.
    mutating func end(_ following: GroupFollowing<State>, at revision: UInt64?) -> BoundMembers<State>? {
      guard self.following === following else { return BoundMembers() }
      self.following = nil
      return revision == nil || self.revision == revision ? takeAll() : nil
    }

    /// The members to be updated with the state of this revision. They leave the group where the store has gone.
    mutating func take(at revision: UInt64) -> BoundMembers<State> {
      self.revision = revision
      return following == nil ? takeAll() : all
    }

    private mutating func takeAll() -> BoundMembers<State> {
      defer { all = BoundMembers() }
      return all
    }
  }
}

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
    registration.withLock { $0 }?.value?.cancel()
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

/// The groups of one tree that bindings share.
final class BindingGroups: Sendable {
  struct Key: Hashable {
    /// Valid for as long as the group is there.
    let states: ObjectIdentifier
    let rate: UpdateSchedule.Rate
    let queue: ObjectIdentifier?
  }

  private struct Reference: Sendable {
    weak var group: (any Sendable & AnyObject)?
    /// A number, for Swift 6.3 reads an optional structure wrongly that holds a weak reference and an `ObjectIdentifier`.
    let address: UInt
  }

  private let groups = Guarded<[Key: Reference]>([:])

  /// The group with this key. `make` makes it where there is none.
  func group<State>(_ key: Key, _ make: () -> BindingGroup<State>) -> BindingGroup<State> {
    if let group = groups.withLock({ $0[key]?.group }) as? BindingGroup<State> { return group }
    let group = make()
    let present = groups.withLock { groups -> (any Sendable & AnyObject)? in
      if let present = groups[key]?.group { return present }
      groups[key] = Reference(group: group, address: UInt(bitPattern: ObjectIdentifier(group)))
      return nil
    }
    return present as? BindingGroup<State> ?? group
  }

  /// To be called in the `deinit` of a group.
  func forget(_ key: Key, _ group: ObjectIdentifier) {
    groups.withLock { groups in
      if groups[key]?.address == UInt(bitPattern: group) { groups[key] = nil }
    }
  }
}
