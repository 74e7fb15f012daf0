/// A reduced action of a test's tree, with everything that its turn did.
struct TurnRecord: Sendable {
  /// An action of the turn, and the detector that all stores share which receive the action in this form.
  struct Level: Sendable {
    let detector: any AnyObject & Sendable
    let action: any Sendable
  }

  /// A state that the reducers of the turn have changed: a store's own state, without the states of its ancestors.
  struct ChangedState: @unchecked Sendable {
    // SAFETY: both values are copies of the same store's state, and the states of stores are `Sendable`.
    let before: Any
    let after: Any
  }

  /// The record's number; later records have larger numbers.
  let number: Int
  /// The action as the store that received it was sent it.
  let action: any Sendable
  let store: StoreID
  /// The store context before the action was reduced. The context's forked identity source generates the same
  /// identities that the action's reducers generated.
  let context: StoreContext
  /// The time of the action, on the store's clock.
  let time: Duration
  /// The forms of the action on its way up the tree, if `map(actions:)` embedded it in other actions.
  private(set) var levels: [Level] = []
  private(set) var changedStates: [ChangedState] = []

  init(number: Int, action: any Sendable, store: StoreID, context: StoreContext, time: Duration) {
    (self.number, self.action, self.store, self.context, self.time) = (number, action, store, context, time)
  }

  /// Runs `body` in the action's context, with the clock at the time of the action.
  func again(_ body: () throws -> Void) rethrows {
    let times = DrawnValues { [time] kind, draw in kind == .time ? time.words : draw() }
    try StoreContext.$current.withValue(context) { try times.inForce(body) }
  }

  mutating func add(_ embedded: any Sendable, below: any AnyObject & Sendable, above: any AnyObject & Sendable) {
    if levels.isEmpty { levels.append(Level(detector: below, action: action)) }
    levels.append(Level(detector: above, action: embedded))
  }

  mutating func add(_ states: [ChangedState]) { changedStates += states }

  /// Returns the action as it was sent to a store or embedded for it, given the detector of that store.
  ///
  /// A store that did not receive the action, for example a store below the one it was sent to, gets the first form of
  /// the action that has the type of its actions, or the action that was sent.
  func action<Action>(of type: Action.Type, at detector: AnyObject) -> any Sendable {
    let own = levels.last { $0.detector === detector && $0.action is Action }
    return (own ?? levels.first { $0.action is Action })?.action ?? action
  }
}
