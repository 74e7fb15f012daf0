import PureduxCore

/// A store of the model's tree. All have the same type, so that trees can be random.
struct ModelStore: Sendable {
  typealias Handle = StateStore<Trail, ModelAction>

  let node: Int
  let handle: Handle
  /// A child's own node, whose state is its parent's and its own, besides the window that flattens it.
  var pair: (node: Int, handle: StateStore<(Trail, Int), ModelAction>)?
  let hold: ModelHold

  /// The nodes that this handle stands for.
  var nodes: [Int] { pair.map { [node, $0.node] } ?? [node] }

  /// Whether it is gone, asked without keeping it.
  func goneProbe() -> @Sendable () -> Bool {
    let (handle, pair) = (handle.weak(), pair?.handle.weak())
    return { handle.strong() == nil && pair?.strong() == nil }
  }
}

/// Counts the nodes of a store as long as it is held: by its handle, or by what was made from it.
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

/// What one thread made and looks after; code in turns does so with one thread's belongings too.
struct ModelBelongings: Sendable {
  struct Watcher: Sendable {
    let id: Int
    /// Who subscribed it.
    let source: Int
    /// Ends it; nil for an observer that is known by its identity and ends by its answer.
    var token: StoreSubscription?
    /// Subscribes the very same observer again, unless its store is gone.
    var subscribeAgain: (@Sendable () -> Bool)?
    var wasSubscribedAgain = false
    /// Raised when it is to answer `.dead`.
    let diesNext = AtomicFlag()
  }

  var stores: [ModelStore] = []
  var watchers: [Watcher] = []

  static let mostStores = 4
  static let mostWatchers = 5
}
