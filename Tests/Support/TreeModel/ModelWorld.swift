import Foundation
import PureduxCore
import PureduxTesting

/// One random tree, a few threads that use it, and the log of all that happens.
final class ModelWorld: Sendable {
  /// What is drawn for reducers and observers.
  struct Drawing: Sendable {
    var random: SeededGenerator
    /// So many things may still be done in turns; each step of a thread adds to it.
    var allowance = 0
  }

  static let threadCount = 3
  static let greatestDepth = 6
  static let mostNodes = 40

  let driver: ModelDriver
  /// The number of an action that is said to be dispatched, and is not: a fault that must be found.
  let droppedAction: Int?

  let log = Recorder<ModelEntry>()
  let operations = Recorder<ModelOperation>()
  /// Those of each thread, and those of code in turns alone.
  let belongings = (0...threadCount).map { _ in Guarded(ModelBelongings()) }
  let turns: Guarded<Drawing>
  /// Makes the order in the log the order of the tree's own numbers. On the main thread a new observer is called at once,
  /// and may make and subscribe others.
  let numbering = NSRecursiveLock()
  /// How many nodes of the tree something holds.
  let heldNodes = Guarded(0)
  private let numbers = Guarded((ids: 0, actions: 0))
  private let root = Guarded<ModelStore?>(nil)
  private let tap = Guarded<StoreSubscription?>(nil)
  /// Each tells whether a store is gone.
  private let probes = Recorder<@Sendable () -> Bool>()

  init(seed: UInt64, runner: some StoreRunner, _ driver: ModelDriver, droppedAction: Int? = nil) {
    self.driver = driver
    self.droppedAction = droppedAction
    turns = Guarded(Drawing(random: SeededGenerator(seed: ~seed)))
    let handle = ModelStore.Handle([0], runner: runner) { [unowned self] state, action in
      log.record(.reducing(node: 0, action))
      action.reduce(&state[0])
      if action.makesRootReact { react(with: ModelOperation.drawnByReducers, onceIn: 1) }
    }
    let tap = handle.tap { [log] event in
      switch (event.kind, event.action) {
      case (.turnBegan, let action?): log.record(.dispatched(action: action.id))
      case (.reduced, let action?): log.record(.reduced(action: action.id))
      case (.published, _): log.record(.published)
      default: break
      }
    }
    self.tap.withLock { $0 = tap }
    let store = ModelStore(node: nextID(), handle: handle, hold: ModelHold(nodes: 1, below: nil, in: heldNodes))
    root.withLock { $0 = store }
    log.record(.created(node: store.node, .root, parent: -1))
    keepProbe(of: store)
  }

  /// Lets go of everything; afterwards, and after what is then posted, nothing of the tree may be left.
  func end() {
    for owner in belongings { owner.withLock { $0 = ModelBelongings() } }
    tap.withLock { $0 = nil }
    root.withLock { $0 = nil }
  }

  /// How many of the stores that ever were are still there.
  var remainingStores: Int { probes.values.filter { !$0() }.count }

  var rootStore: ModelStore? { root.withLock { $0 } }

  func keepProbe(of store: ModelStore) { probes.record(store.goneProbe()) }

  func nextID() -> Int {
    numbers.withLock { numbers in
      defer { numbers.ids += 1 }
      return numbers.ids
    }
  }

  func nextActionNumber() -> Int {
    numbers.withLock { numbers in
      defer { numbers.actions += 1 }
      return numbers.actions
    }
  }
}

extension StoreEvent {
  /// The action of the model that the event is about.
  fileprivate var action: ModelAction? {
    switch kind {
    case .turnBegan(let action), .reduced(let action): action as? ModelAction
    default: nil
    }
  }
}
