/// Effects that end together, before their store does.
final class EffectGroup: Cancellable {
  @TaskLocal static var current: EffectGroup?

  private struct Members {
    /// The store keeps them for as long as they may go on; the token keeps nothing of a store that is gone.
    var all: [WeakReference<Supervisor>] = []
    var mayJoin = true
  }

  private let members = Guarded(Members())

  var isEnded: Bool { members.withLock { $0.all.isEmpty } }

  /// Adds a member, unless the group is complete: a task that was started meanwhile still has it as the current one.
  func add(_ member: Supervisor) {
    members.withLock { if $0.mayJoin { $0.all.append(WeakReference(member)) } }
  }

  /// All effects of the group have been attached.
  func complete() { members.withLock { $0.mayJoin = false } }

  func cancel() {
    let members = members.withLock { members in
      defer { members.all = [] }
      return members.all
    }
    for member in members { member.object?.cancel() }
  }
}

extension Store {
  /// Attaches effects that end together, when the returned token is cancelled or released.
  ///
  /// All effects that are attached while `attach` runs belong to the group. For work that goes on only while something
  /// is shown: its effects are stopped, and their actions no longer reach a reducer. They end with the store at the
  /// latest.
  ///
  /// ```swift
  /// let whileVisible = store.effects { store in
  ///   store.effect(onChange: \.text, name: "suggest") { state, _ in Effect { print(state.text) } }
  /// }
  /// whileVisible.cancel()
  /// ```
  ///
  /// - Parameter attach: is called at once with this store.
  /// - Returns: the token that ends the group. Keep it: without it the effects end at once.
  public func effects(_ attach: (Self) -> Void) -> StoreSubscription {
    let group = EffectGroup()
    EffectGroup.$current.withValue(group) { attach(self) }
    group.complete()
    return StoreSubscription(group)
  }

  /// Asks again for the effects of this store that were postponed, as a change of the state does.
  ///
  /// Call it when something outside of the state has changed for which an effect answered ``Effect/postpone``.
  ///
  /// ```swift
  /// network.onReachable { store.reevaluate() }
  /// ```
  public func reevaluate() {
    for work in eraseToAnyStore().node.attachedWork { (work as? Supervisor)?.reevaluate() }
  }
}
