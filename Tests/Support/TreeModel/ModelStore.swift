import PureduxCore

/// A store of the model's tree. All have the same type, so that trees can be random.
struct ModelStore: Sendable {
  typealias Handle = StateStore<Trail, ModelAction>

  let node: Int
  let handle: Handle
  /// A child's own node, whose state is a pair of its parent's and its own, in addition to the projection that flattens
  /// it.
  var pair: (node: Int, handle: StateStore<(Trail, Int), ModelAction>)?
  let hold: ModelHold

  /// The nodes of this handle.
  var nodes: [Int] { pair.map { [node, $0.node] } ?? [node] }

  /// Returns whether it was released, without retaining it.
  func goneProbe() -> @Sendable () -> Bool {
    let (handle, pair) = (handle.weak(), pair?.handle.weak())
    return { handle.strong() == nil && pair?.strong() == nil }
  }
}

/// Counts the nodes of a store as long as it is retained, by its handle or by stores created from it.
final class ModelHold: Sendable {
  let depth: Int
  private let nodes: Int
  private let base: ModelHold?
  private let heldNodes: Guarded<Int>

  init(nodes: Int, below base: ModelHold?, in heldNodes: Guarded<Int>) {
    self.nodes = nodes
    self.base = base
    self.heldNodes = heldNodes
    depth = (base?.depth ?? 0) + 1
    heldNodes.withLock { $0 += nodes }
  }

  deinit { heldNodes.withLock { $0 -= nodes } }
}

/// The stores and observers that one thread has created; code in turns also uses the belongings of one thread.
struct ModelBelongings: Sendable {
  struct Watcher: Sendable {
    let id: Int
    /// The source that subscribed it.
    let source: Int
    /// Ends it; nil for an observer that has an identity and ends by its result.
    var token: StoreSubscription?
    /// Subscribes the same observer again, unless its store was released.
    var subscribeAgain: (@Sendable () -> Bool)?
    var wasSubscribedAgain = false
    /// Raised if it must return `.dead`.
    let diesNext = AtomicFlag()
  }

  var stores: [ModelStore] = []
  var watchers: [Watcher] = []

  static let mostStores = 4
  static let mostWatchers = 5
}
