/// Effects that end together, before their store does.
final class EffectGroup: Ending {
  @TaskLocal static var current: EffectGroup?

  private let members = Guarded<[any Ending]>([])

  var isEnded: Bool { members.withLock { $0.isEmpty } }

  func add(_ member: any Ending) { members.withLock { $0.append(member) } }

  func end() {
    let members = members.withLock { members in
      defer { members = [] }
      return members
    }
    for member in members { member.end() }
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
    return StoreSubscription(group)
  }

  /// Asks again for the effects of this store that were postponed, as a change of the state does.
  public func reevaluate() {
    for guest in eraseToAnyStore().node.guests { (guest as? Supervisor)?.reevaluate() }
  }
}
