/// A group of effects that are cancelled together, unless their store ends first.
final class EffectGroup: Cancellable {
  @TaskLocal static var current: EffectGroup?

  private struct Members {
    /// Weak, because the token must not keep parts of a released store alive. The store retains the supervisors while
    /// they may run.
    var all: [WeakReference<Supervisor>] = []
    var mayJoin = true
  }

  private let members = Guarded(Members())

  var isEnded: Bool { members.withLock { $0.all.isEmpty } }

  /// Adds a member, unless the group is complete. Tasks that were started during `attach` must not add members later,
  /// although the group is still their current group.
  func add(_ member: Supervisor) {
    members.withLock { if $0.mayJoin { $0.all.append(WeakReference(member)) } }
  }

  /// Closes the group to new members, after all effects have been attached.
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
  /// Attaches effects that end together when the returned token is cancelled or released.
  ///
  /// All effects that are attached during `attach` belong to the group. Use this for work that is needed only while
  /// something is displayed: when the token is cancelled or released, the effects are stopped, and their actions no
  /// longer reach a reducer. The effects also end with the store.
  ///
  /// ```swift
  /// let whileVisible = store.effects { store in
  ///   store.effect(onChange: \.text, name: "suggest") { state, _ in Effect { print(state.text) } }
  /// }
  /// whileVisible.cancel()
  /// ```
  ///
  /// - Parameter attach: called once with this store, before this method returns.
  /// - Returns: the token that ends the group. Retain it: releasing it ends the effects immediately.
  public func effects(_ attach: (Self) -> Void) -> StoreSubscription {
    let group = EffectGroup()
    EffectGroup.$current.withValue(group) { attach(self) }
    group.complete()
    return StoreSubscription(group)
  }

  /// Re-evaluates the postponed effects of this store, as each change to the state does.
  ///
  /// Call this after a change outside the state that may allow a postponed effect to start. See ``Effect/postpone``.
  ///
  /// ```swift
  /// network.onReachable { store.reevaluate() }
  /// ```
  public func reevaluate() {
    for work in eraseToAnyStore().node.attachedWork { (work as? Supervisor)?.reevaluate() }
  }
}
