import PureduxCore

/// The work of one supervisor, as the watch of the pool sees it.
///
/// Only a supervisor keeps it. The watch refers to it weakly, and not to the supervisor: an object that has once been
/// referred to weakly is retained and released more slowly for ever, and a supervisor is with each run.
final class PoolUser: Sendable {
  private let state: Guarded<SupervisorState>
  private let context: StoreContext
  private let name: String

  init(_ state: Guarded<SupervisorState>, _ context: StoreContext, name: String) {
    self.state = state
    self.context = context
    self.name = name
  }

  /// Reports work that has held a thread of the cooperative pool for too long. False when none holds any.
  func check() -> Bool {
    let (goesOn, lateCount) = state.withLock { $0.checkPool() }
    for _ in 0..<lateCount { context.report(.effectHoldsPool(name: name)) }
    return goesOn
  }
}
