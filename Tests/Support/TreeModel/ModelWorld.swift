import Foundation
import PureduxCore
import PureduxTesting

/// One random tree, a few threads that use it, and the log of all events.
final class ModelWorld: Sendable {
  /// The random choices for reducers and observers.
  struct Drawing: Sendable {
    var random: SeededGenerator
    /// The number of operations that turns may still perform; each step of a thread increases it.
    var allowance = 0
  }

  static let threadCount = 3
  static let greatestDepth = 6
  static let mostNodes = 40

  let driver: ModelDriver
  /// The number of an action that is logged as dispatched but is not dispatched: a fault that must be found.
  let droppedAction: Int?

  let log = Recorder<ModelEntry>()
  let operations = Recorder<ModelOperation>()
  /// The belongings of each thread, and those of code in turns.
  let belongings = (0...threadCount).map { _ in Guarded(ModelBelongings()) }
  let turns: Guarded<Drawing>
  /// Makes the order of the log equal to the order of the tree's numbers. On the main thread, a new observer is called
  /// at once, and may create and subscribe others.
  let numbering = NSRecursiveLock()
  /// The families, by the numbers of their observers.
  let families = Guarded<[(id: Int, family: WeakReference<ModelFamily.Elements>)]>([])
  /// The number of retained nodes of the tree.
  let heldNodes = Guarded(0)
  private let numbers = Guarded((ids: 0, actions: 0))
  private let root = Guarded<ModelStore?>(nil)
  private let tap = Guarded<StoreSubscription?>(nil)
  /// Each returns whether a store was released.
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

  /// Releases everything; afterwards, and after the resulting posts are delivered, nothing of the tree may remain.
  func end() {
    for owner in belongings { owner.withLock { $0 = ModelBelongings() } }
    tap.withLock { $0 = nil }
    root.withLock { $0 = nil }
  }

  /// Records the structure of one family as code in a turn sees it; of another family in each call.
  func readFamily() {
    let next = families.withLock { families -> (id: Int, family: WeakReference<ModelFamily.Elements>)? in
      families.removeAll { $0.family.isGone }
      guard let first = families.first else { return nil }
      families.append(families.removeFirst())
      return first
    }
    if let (id, family) = next, let family = family.object {
      log.record(.structure(family: id, ModelFamily.ids(in: family)))
    }
  }

  /// The number of all created stores that still exist.
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
  /// The model's action to which the event belongs.
  fileprivate var action: ModelAction? {
    switch kind {
    case .turnBegan(let action), .reduced(let action): action as? ModelAction
    default: nil
    }
  }
}
