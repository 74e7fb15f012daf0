/// Effects that end together, before their store does.
final class EffectGroup: Endable {
  @TaskLocal static var current: EffectGroup?

  private struct Members {
    /// The store keeps them as long as they may go on: a token is to keep nothing of a store that is gone.
    var all: [WeakReference<Supervisor>] = []
    var mayJoin = true
  }

  private let members = Guarded(Members())

  var isEnded: Bool { members.withLock { $0.all.isEmpty } }

  /// Has a member end with the group, unless that is complete: a task that was started meanwhile still has it as the
  /// current one.
  func add(_ member: Supervisor) {
    members.withLock { if $0.mayJoin { $0.all.append(WeakReference(member)) } }
  }

  /// All are attached that belong to the group.
  func complete() { members.withLock { $0.mayJoin = false } }

  func end() {
    let members = members.withLock { members in
      defer { members.all = [] }
      return members.all
    }
    for member in members { member.object?.end() }
  }
}

extension Store {
  /// Attaches a group of effects, which the token ends when it is cancelled or released; they end with the store
  /// at the latest.
  ///
  /// All effects that are attached while `attach` runs belong to the group.
  public func effects(_ attach: (Self) -> Void) -> StoreSubscription {
    let group = EffectGroup()
    EffectGroup.$current.withValue(group) { attach(self) }
    group.complete()
    return StoreSubscription(group)
  }

  /// Asks again for the effects of this store that were postponed, as a change of the state does.
  public func reevaluate() {
    for work in eraseToAnyStore().node.attachedWork { (work as? Supervisor)?.reevaluate() }
  }
}
