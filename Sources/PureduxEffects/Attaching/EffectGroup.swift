/// A group of effects and other work that a single token cancels together.
final class EffectGroup: Cancellable {
  @TaskLocal static var current: EffectGroup?

  private struct Member: Sendable {
    weak var work: (any Cancellable)?
  }

  private struct Members {
    /// The references are weak, because the token must not keep parts of a released store alive. The store itself
    /// retains its supervisors and other work until they end.
    var all: [Member] = []
    var mayJoin = true
  }

  private let members = Guarded(Members())

  var isEnded: Bool { members.withLock { $0.all.isEmpty } }

  /// Adds a member, unless the group is closed to new members. Tasks started during `attach` inherit the group as a
  /// task-local value, but must not add members later.
  func add(_ member: any Cancellable) {
    members.withLock { if $0.mayJoin { $0.all.append(Member(work: member)) } }
  }

  /// Closes the group to new members. Called after all effects have been attached.
  func complete() { members.withLock { $0.mayJoin = false } }

  func cancel() {
    let members = members.withLock { members in
      defer { members.all = [] }
      return members.all
    }
    for member in members { member.work?.cancel() }
  }
}

extension Cancellable {
  /// Adds this work to the group whose effects are being attached, if any. The work's store must retain the work.
  package func joinEffectGroup() { EffectGroup.current?.add(self) }
}

extension Store {
  /// Attaches effects that end together when the returned token is cancelled or released.
  ///
  /// All effects attached inside the `attach` closure belong to the group. Use a group for work that is needed only
  /// while a view is displayed. When the token is cancelled or released, the effects are stopped, and their actions no
  /// longer reach a reducer. The effects also end when their store ends.
  ///
  /// ```swift
  /// let whileVisible = store.effects { store in
  ///   store.effect(onChange: \.text, name: "suggest") { state, _ in Effect { print(state.text) } }
  /// }
  /// whileVisible.cancel()
  /// ```
  ///
  /// - Parameter attach: Called once, synchronously, with this store.
  /// - Returns: The token that ends the group. Retain the token: releasing the token ends the effects immediately.
  public func effects(_ attach: (Self) -> Void) -> StoreSubscription {
    let group = EffectGroup()
    EffectGroup.$current.withValue(group) { attach(self) }
    group.complete()
    return StoreSubscription(group)
  }

  /// Re-evaluates this store's postponed effects without waiting for a state change.
  ///
  /// Call this method after an external change, such as regained connectivity, that may allow a postponed effect to
  /// start. See ``Effect/postpone``.
  ///
  /// ```swift
  /// network.onReachable { store.reevaluate() }
  /// ```
  public func reevaluate() {
    for work in eraseToAnyStore().node.attachedWork { (work as? EffectHost)?.reevaluate() }
  }
}
