/// The observed state of a node: the local states from the root down to the node.
typealias Trail = [Int]

/// An action of the model's trees.
struct ModelAction: Sendable, Equatable {
  /// Unique in its world.
  let id: Int
  /// A number that reducers mix into their state; changed when an action is embedded.
  var value: Int
  /// Whether the root's reducer performs an operation when it reduces the action.
  let makesRootReact: Bool

  func embedded(by node: Int) -> ModelAction {
    ModelAction(id: id, value: value &* 31 &+ node, makesRootReact: makesRootReact)
  }

  /// The state after this action; the order of the actions shows in it.
  func reduce(_ state: inout Int) { state = state &* 1_000_003 &+ value }
}

/// The relation of a node to the node from which it was created.
enum ModelNodeKind: Sendable {
  case root
  /// Has its own state; observed as the parent's state and its own.
  case child
  /// Exposes a child's state as one trail.
  case window
  /// Exposes the base's state, changed.
  case projection
  /// Changes actions on their way up, and exposes the base's state.
  case embedding
}

/// What an observer of the model is called with.
enum ModelObserverKind: Sendable {
  case all, filtered
  /// Children that follow the states, before any other observer is called.
  case family
}

/// An event, as recorded by the code that performed or observed it.
enum ModelEntry: Sendable {
  // Performed outside turns, or by code that runs in a turn; `source` identifies the code.
  case created(node: Int, ModelNodeKind, parent: Int)
  case posting(ModelAction, node: Int, source: Int)
  case subscribing(observer: Int, node: Int, ModelObserverKind, source: Int)
  case cancelling(observer: Int, source: Int)
  case cancelled(observer: Int, source: Int)
  case releasing(node: Int)
  case released(node: Int, source: Int)
  case read(node: Int, Trail)
  /// Everything that was posted has been delivered.
  case idle

  // Observed in turns: by the tap, by reducers and by observers.
  case dispatched(action: Int)
  case reducing(node: Int, ModelAction)
  case reduced(action: Int)
  case observed(observer: Int, Trail)
  /// The ids of a family, as read by an observer.
  case structure(family: Int, [Int])
  case published
}

/// The source number of code inside turns. Threads are numbered from 0.
let turnSource = -1
