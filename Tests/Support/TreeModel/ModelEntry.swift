/// What is observed of a node: the local states from the root down to it.
typealias Trail = [Int]

/// An action of the model's trees.
struct ModelAction: Sendable, Equatable {
  /// Unique in its world.
  let id: Int
  /// What reducers mix into their state; changed where an action is embedded.
  var value: Int
  /// Whether the root's reducer does something of its own when it sees the action.
  let makesRootReact: Bool

  func embedded(by node: Int) -> ModelAction {
    ModelAction(id: id, value: value &* 31 &+ node, makesRootReact: makesRootReact)
  }

  /// The state after this action; the order of the actions shows in it.
  func reduce(_ state: inout Int) { state = state &* 1_000_003 &+ value }
}

/// How a node relates to the one that it was made from.
enum ModelNodeKind: Sendable {
  case root
  /// Has a state of its own; observed as the parent's state and its own.
  case child
  /// Shows a child's state as one trail.
  case window
  /// Shows the base's state, changed.
  case projection
  /// Changes actions on their way up, and shows the base's state.
  case embedding
}

/// Something that happened, as written down by the one who did it or saw it.
enum ModelEntry: Sendable {
  // Done from outside of turns, or by code that runs in one; `source` says who.
  case created(node: Int, ModelNodeKind, parent: Int)
  case posting(ModelAction, node: Int, source: Int)
  case subscribing(observer: Int, node: Int, filtered: Bool, source: Int)
  case cancelling(observer: Int, source: Int)
  case cancelled(observer: Int, source: Int)
  case releasing(node: Int)
  case released(node: Int, source: Int)
  case read(node: Int, Trail)
  /// All that was posted has been delivered.
  case idle

  // Seen in turns: by the tap, by reducers and by observers.
  case dispatched(action: Int)
  case reducing(node: Int, ModelAction)
  case reduced(action: Int)
  case observed(observer: Int, Trail)
  case published
}

/// Sources of posts: the threads are numbered from 0, code inside of turns is this one.
let turnSource = -1
