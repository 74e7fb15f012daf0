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
      tree.noteOrphanedView("\(left[index].site)", of: store, turn, isWanted: left[index].isWanted)
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
