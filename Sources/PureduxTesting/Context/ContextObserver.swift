internal import PureduxCore

/// Notifies the parts of a test's context of what its stores do.
struct ContextObserver: TestObserver {
  let waits: OutsideWaits
  let history: EventHistory

  func waitBegan(_ call: String, _ location: SourceLocation) -> @Sendable () -> Void { waits.begin(call, location) }

  func embedded(_ action: any Sendable, below: any AnyObject & Sendable, above: any AnyObject & Sendable) {
    history.embedded(action, below: below, above: above)
  }

  func changed(_ states: [(before: any ReplayedCell, after: any ReplayedCell)]) {
    history.changed(states.map { TurnRecord.ChangedState(before: $0.before.anyValue, after: $0.after.anyValue) })
  }
}
