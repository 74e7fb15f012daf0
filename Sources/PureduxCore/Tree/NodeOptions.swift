/// The fields that few nodes need.
@usableFromInline
package final class NodeOptions<State>: Sendable {
  /// The context that was laid over the tree's when the store was made.
  let context: StoreContext?
  /// Whether the node keeps no state of its own.
  let isProjection: Bool
  /// Whether its states are made from the store's: a part, even where the type is the same.
  let isPart: Bool
  /// Whether a state is offered to observers; nil when every one is.
  let isOffered: (@Sendable (State) -> Bool)?
  /// Makes an audience that is offered the states in each turn, for a child store, whose own state may have changed; nil
  /// where the node's own audience is.
  let everyTurn: (@Sendable () -> Audience<State>)?
  /// The store that a window shows and does not keep alive.
  let shown: WeakOwner?
  /// What the store is called in events and reports.
  let name: String?

  @usableFromInline
  init(
    context: StoreContext? = nil, isProjection: Bool = false, isPart: Bool = false,
    isOffered: (@Sendable (State) -> Bool)? = nil, everyTurn: (@Sendable () -> Audience<State>)? = nil,
    shown: WeakOwner? = nil, name: String? = nil
  ) {
    self.context = context
    self.isProjection = isProjection
    self.isPart = isPart
    self.isOffered = isOffered
    self.everyTurn = everyTurn
    self.shown = shown
    self.name = name
  }

  /// Restricts what an observer is called with to the states that are offered here.
  func restrict(_ choice: Registration<State>.Choice) -> Registration<State>.Choice {
    guard let isOffered else { return choice }
    guard case .filtered(let filter) = choice else { return .filtered { state, _ in isOffered(state) } }
    return .filtered { state, turn in isOffered(state) && filter(state, turn) }
  }
}
