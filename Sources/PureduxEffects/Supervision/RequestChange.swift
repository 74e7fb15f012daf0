/// Identifies the declared effect and the part that requested a run. All runs of a slot share their origin.
final class RunOrigin: Sendable {
  /// A weak reference, because a dispatch function that outlives its run must not retain the effect's closures.
  let slot: WeakReference<RequestSlot>
  /// The path of the part; nil if the effect belongs to the state of a store.
  private let path: PartPath?

  init(_ slot: RequestSlot, _ path: PartPath?) { (self.slot, self.path) = (WeakReference(slot), path) }

  /// Returns the full name of an effect, such as `screens[3].timer`.
  func fullName(_ name: String) -> String { path.map { "\($0).\(name)" } ?? name }
}

/// A changed request of a slot.
struct RequestChange {
  let origin: RunOrigin
  /// The identity of the effect state that was last requested.
  let old: Identity?
  let new: Effect.State?
  /// Whether the part is gone, so that actions of earlier runs must be dropped too.
  let isEnd: Bool
}

extension SupervisorState {
  /// Applies the changed requests of slots, each of which has at most one request.
  mutating func change(_ changes: [RequestChange]) -> Commands {
    var commands = Commands()
    if changes.count == 1 {
      let asks = obey(changes[0], &commands)
      admit(&commands)
      if asks { start(changes[0], &commands) }
      return commands
    }
    let fresh = changes.filter { obey($0, &commands) }
    admit(&commands)
    for change in fresh { start(change, &commands) }
    return commands
  }

  private mutating func start(_ change: RequestChange, _ commands: inout Commands) {
    if let new = change.new { start(new, .standing, nil, from: change.origin, [], &commands) }
  }

  /// Applies a changed request to its run. Returns true if a new run must be started.
  private mutating func obey(_ change: RequestChange, _ commands: inout Commands) -> Bool {
    if let old = change.old, old != change.new?.id, let slot = runs.slot(of: old, from: change.origin) {
      withdraw(slot, &commands)
    }
    if change.isEnd {
      commands.first += replaced.take(from: change.origin).map { .close($0.run, $0.timeoutDispatch) }
    }
    guard let new = change.new else { return false }
    return runs.slot(of: new.id, from: change.origin).map { obey(new, $0, &commands) } ?? new.isInProgress
  }
}
