/// Effects that end together, before their store does.
final class EffectGroup: Endable {
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

  func end() {
    let members = members.withLock { members in
      defer { members.all = [] }
      return members.all
    }
    for member in members { member.object?.end() }
  }
}
