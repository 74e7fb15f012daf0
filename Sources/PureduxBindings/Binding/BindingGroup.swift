internal import Dispatch

/// The bindings of a store that share an update rate and a presentation queue.
///
/// A turn that may have changed the state marks the group as changed. An update round reads the state once for all
/// bindings, and computes updates only for bindings whose filters accept the state. A group does not retain its store,
/// but can still read the last state after the store is released.
final class BindingGroup<State: Sendable>: Sendable {
  let queue: DispatchQueue?
  let scheduler: UpdateScheduler
  private let capture: @Sendable (borrowing LockToken) -> CapturedState<State>
  private let offers: @Sendable (State) -> Bool
  private let members = Guarded(Members())
  /// The private turns in which the bindings' filters run. Props are computed outside these turns, because computing
  /// props may be slow and may block on other threads.
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

  /// Returns the group for bindings to `window` with the given options. `window` must not retain its store.
  ///
  /// Each throttled binding gets its own group, because its interval is measured from its own last update.
  static func shared(_ window: StoreNode<State, some Sendable>, _ options: UpdateOptions<State>) -> BindingGroup {
    // Recognize the main queue by its label, because on Linux, `DispatchQueue.main` returns a new object on each
    // access.
    let isMain = options.presentationQueue.label == DispatchQueue.main.label
    let queue = isMain ? nil : options.presentationQueue
    var rate = options.rate.resolved(in: window.context)
    if options.joinsOthers, case .debounce(let interval) = rate { rate = .joined(interval) }
    let key = BindingGroups.Key(states: window.statesID, rate: rate, queue: queue.map(ObjectIdentifier.init))
    if case .throttle = key.rate { return BindingGroup(window, key, queue: queue) }
    let scheduler = UpdateScheduler.shared(window.tree)
    return scheduler.groups.group(key) { BindingGroup(window, key, queue: queue) }
  }

  var rate: UpdateSchedule.Rate { key.rate }

  /// Adds a member, which is updated after every later change to the store's state.
  func add(_ member: BoundMember<State>, to store: StoreNode<State, some Sendable>) {
    let following = GroupFollowing(self, of: store)
    if members.withLock({ $0.add(member, orFollow: following) }) { following.begin(store) }
  }

  /// Removes a member whose binding has ended.
  func remove(_ member: UInt64) {
    let (member, following) = members.withLock { $0.remove(member) }
    following?.end()
    withExtendedLifetime(member) {}
  }

  /// Schedules an update of all members, subject to the group's update rate.
  func change() { members.withLock { $0.following }?.change() }

  /// Records the members that outlive the store, so that they can be reported as misuse. Call this method when the
  /// store or the group's last member is released.
  func noteOrphans(
    _ following: GroupFollowing<State>, of store: String?, _ tree: StoreTree, _ turn: borrowing Turn
  ) {
    let left = members.withLock { $0.following === following ? $0.all : BoundMembers() }
    for index in left.indices where left[index].isWanted() {
      let view = OrphanedObserver(
        "\(left[index].site)", of: store,
        so: "the view keeps displaying the last state: a binding does not retain its store",
        fix: "keep the `StateStore` as long as the view, for example in one of its properties, or release the view "
          + "first; a store that ends with a part of another store's state should be created by `children(of:)`, and is not reported",
        isWanted: left[index].isWanted)
      tree.noteOrphan(view, turn)
    }
  }

  func storeIsGone(_ following: GroupFollowing<State>, at revision: UInt64) {
    let released = members.withLock { $0.end(following, at: following.wasDetached() ? nil : revision) }
    if released == nil { scheduler.updateOnceMore(following, rate) }
  }

  /// Reads the state in order to update all members. Returns nil if the group has no members left.
  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates? {
    let members = members.withLock { $0.take(at: revision) }
    return members.isEmpty ? nil : updates(of: members, revision, locked)
  }

  /// Reads the state in order to update the given bindings, which need not be members of the group.
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
  /// The members of a group, and the group's subscription to the store.
  struct Members: Sendable {
    private(set) var all = BoundMembers<State>()
    /// The group's observation of the store; nil if there are no members or the store has been released.
    private(set) var following: GroupFollowing<State>?
    /// The revision at which the state was last read for all members.
    private var revision: UInt64?

    /// Adds a member. Returns true if the group must start observing the store with `following`.
    mutating func add(_ member: BoundMember<State>, orFollow following: GroupFollowing<State>) -> Bool {
      all.insert(member)
      guard self.following == nil else { return false }
      self.following = following
      return true
    }

    /// Removes a member. Returns the member for the caller to release, and, if no members are left, the observation for
    /// the caller to end.
    mutating func remove(_ number: UInt64) -> (BoundMember<State>?, GroupFollowing<State>?) {
      guard let member = all.remove(number) else { return (nil, nil) }
      guard all.isEmpty else { return (member, nil) }
      defer { following = nil }
      return (member, following)
    }

    /// Ends the group when its store is released. Returns the members for the caller to release, or nil if the members
    /// still need a final update.
    ///
    /// The members need no final update if they have received the state of `revision`, or if `revision` is nil.
    mutating func end(_ following: GroupFollowing<State>, at revision: UInt64?) -> BoundMembers<State>? {
      guard self.following === following else { return BoundMembers() }
      self.following = nil
      return revision == nil || self.revision == revision ? takeAll() : nil
    }

    /// Returns the members to update with the state of `revision`. Removes all members if the store has been released.
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

/// Observes a store on behalf of a group for as long as the group has members.
final class GroupFollowing<State: Sendable>: UpdateSource {
  let number: UInt64
  /// Whether the store ended because its element was removed from the parent's state.
  let wasDetached: @Sendable () -> Bool
  private let group: BindingGroup<State>
  /// Whether the observer's initial call has been made. The initial call is ignored, because each binding displays the
  /// current state when the binding begins.
  private let isAdmitted = AtomicFlag()
  /// Whether an update round has been scheduled but has not yet read the state.
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
    // A round that ran before the source was added could not find the source, so schedule another update.
    if isMarked.isRaised { group.scheduler.update(number, group.rate) }
    let registration = store.registerFollower { [self] _, _ in
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

  /// Schedules an update of the group, subject to the group's update rate.
  func change() {
    // A debounce interval restarts at every change; any other rate needs only the first change.
    if group.rate.waitsForPause {
      group.scheduler.update(number, group.rate)
    } else if !isMarked.isRaised, isMarked.raise() {
      group.scheduler.update(number, group.rate)
    }
  }

  func read(_ revision: UInt64, _ locked: borrowing LockToken) -> PendingUpdates? {
    // Clear the flag before reading the state, so that no change is missed.
    isMarked.lower()
    // If the parent's state no longer contains the element, this store's last state belongs to an older revision.
    if wasDetached(), registration.withLock({ $0?.value?.isEnded != false }) { return nil }
    return group.read(revision, locked)
  }
}

/// The shared binding groups of one tree.
final class BindingGroups: Sendable {
  struct Key: Hashable {
    /// Identifies the source of the published states; unique for as long as the group exists.
    let states: ObjectIdentifier
    let rate: UpdateSchedule.Rate
    let queue: ObjectIdentifier?
  }

  private struct Reference: Sendable {
    weak var group: (any Sendable & AnyObject)?
    /// The address of the group. The address is stored as an integer, because Swift 6.3 miscompiles an `Optional` of a
    /// struct that contains both a weak reference and an `ObjectIdentifier`.
    let address: UInt
  }

  private let groups = Guarded<[Key: Reference]>([:])

  /// Returns the group with this key, calling `make` to create the group if none exists.
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

  /// Removes a group's entry, unless a newer group has replaced the entry. Call this method in the group's `deinit`.
  func forget(_ key: Key, _ group: ObjectIdentifier) {
    groups.withLock { groups in
      if groups[key]?.address == UInt(bitPattern: group) { groups[key] = nil }
    }
  }
}
