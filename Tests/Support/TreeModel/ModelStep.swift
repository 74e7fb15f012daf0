import Foundation
import PureduxChildren
import PureduxCore
import PureduxTesting
import TestSupport

/// One operation on a tree, with access to the belongings of one thread.
struct ModelStep {
  let world: ModelWorld
  let root: ModelStore
  /// The source of the operation.
  let source: Int

  /// Performs the operation, or dispatches if it is impossible; returns the performed operation.
  func perform(
    _ operation: ModelOperation, _ mine: inout ModelBelongings, _ random: inout SeededGenerator
  ) -> ModelOperation {
    let isDone =
      switch operation {
      case .dispatch, .dispatchInReducer, .dispatchInObserver, .deliver, .read: false
      case .dispatchThenRelease: release(from: &mine, &random, dispatchingFirst: true)
      case .release, .releaseInObserver: release(from: &mine, &random, dispatchingFirst: false)
      case .makeChild: make(makeChild, &mine, &random)
      case .makeProjection: make(makeProjection, &mine, &random)
      case .makeEmbedding: make(makeEmbedding, &mine, &random)
      case .subscribe, .subscribeInReducer, .subscribeInObserver: subscribe(isFiltered: false, &mine, &random)
      case .subscribeFiltered: subscribe(isFiltered: true, &mine, &random)
      case .subscribeAgain: subscribeAgain(&mine, &random)
      case .follow, .followInReducer, .followInObserver: follow(&mine, &random)
      case .cancel, .cancelInReducer, .cancelInObserver: cancel(&mine, &random)
      case .answerDead: letDie(&mine, &random)
      case .readInObserver: read(mine, &random)
      }
    if isDone { return operation }
    dispatch(to: store(of: mine, &random), &random)
    return source == turnSource ? (operation.isOfReducers ? .dispatchInReducer : .dispatchInObserver) : .dispatch
  }

  /// One of the thread's own stores, or the root.
  private func store(of mine: ModelBelongings, _ random: inout SeededGenerator) -> ModelStore {
    [mine.stores, [root]].joined().randomElement(using: &random) ?? root
  }

  private func dispatch(to store: ModelStore, _ random: inout SeededGenerator) {
    let number = world.nextActionNumber()
    let action = ModelAction(
      id: number, value: Int(truncatingIfNeeded: random.next()),
      makesRootReact: Int.random(in: 0..<3, using: &random) == 0)
    if let pair = store.pair, Bool.random(using: &random) {
      world.log.record(.posting(action, node: pair.node, source: source))
      if number != world.droppedAction { pair.handle.dispatch(action) }
    } else {
      world.log.record(.posting(action, node: store.node, source: source))
      if number != world.droppedAction { store.handle.dispatch(action) }
    }
  }

  private func read(_ mine: ModelBelongings, _ random: inout SeededGenerator) -> Bool {
    let store = store(of: mine, &random)
    world.log.record(.read(node: store.node, store.handle.state))
    return true
  }
}

// Creating and releasing stores.
extension ModelStep {
  private func make(
    _ make: (_ parent: ModelStore) -> ModelStore, _ mine: inout ModelBelongings, _ random: inout SeededGenerator
  ) -> Bool {
    let parent = store(of: mine, &random)
    guard mine.stores.count < ModelBelongings.mostStores, parent.hold.depth < ModelWorld.greatestDepth else {
      return false
    }
    let made = world.numbering.withLock {
      world.heldNodes.withLock { $0 } + 2 <= ModelWorld.mostNodes ? make(parent) : nil
    }
    guard let made else { return false }
    world.keepProbe(of: made)
    mine.stores.append(made)
    return true
  }

  private func hold(_ nodes: Int, below parent: ModelStore) -> ModelHold {
    ModelHold(nodes: nodes, below: parent.hold, in: world.heldNodes)
  }

  private func makeChild(of parent: ModelStore) -> ModelStore {
    let (own, window) = (world.nextID(), world.nextID())
    let pair = parent.handle.with(0) { [unowned world] state, action in
      world.log.record(.reducing(node: own, action))
      action.reduce(&state)
    }
    let handle = pair.map(state: { $0 + [$1] })
    world.log.record(.created(node: own, .child, parent: parent.node))
    world.log.record(.created(node: window, .window, parent: own))
    return ModelStore(node: window, handle: handle, pair: (own, pair), hold: hold(2, below: parent))
  }

  private func makeProjection(of parent: ModelStore) -> ModelStore {
    let node = world.nextID()
    let handle = parent.handle.map(state: { $0.map { ~$0 } })
    world.log.record(.created(node: node, .projection, parent: parent.node))
    return ModelStore(node: node, handle: handle, hold: hold(1, below: parent))
  }

  private func makeEmbedding(into parent: ModelStore) -> ModelStore {
    let node = world.nextID()
    let handle = parent.handle.map(actions: { (action: ModelAction) in action.embedded(by: node) })
    world.log.record(.created(node: node, .embedding, parent: parent.node))
    return ModelStore(node: node, handle: handle, hold: hold(1, below: parent))
  }

  private func release(
    from mine: inout ModelBelongings, _ random: inout SeededGenerator, dispatchingFirst: Bool
  ) -> Bool {
    guard let index = mine.stores.indices.randomElement(using: &random) else { return false }
    var store: ModelStore? = mine.stores.remove(at: index)
    if let store, dispatchingFirst { dispatch(to: store, &random) }
    let nodes = store?.nodes ?? []
    for node in nodes { world.log.record(.releasing(node: node)) }
    store = nil
    for node in nodes { world.log.record(.released(node: node, source: source)) }
    return true
  }
}

// Observing.
extension ModelStep {
  private func subscribe(isFiltered: Bool, _ mine: inout ModelBelongings, _ random: inout SeededGenerator) -> Bool {
    guard mine.watchers.count < ModelBelongings.mostWatchers else { return false }
    let store = store(of: mine, &random)
    let hasToken = isFiltered || Bool.random(using: &random)
    if let pair = store.pair, Bool.random(using: &random) {
      mine.watchers.append(watch(pair.handle, pair.node, isFiltered, hasToken) { $0.0 + [$0.1] })
    } else {
      mine.watchers.append(watch(store.handle, store.node, isFiltered, hasToken) { $0 })
    }
    return true
  }

  private func watch<State>(
    _ store: StateStore<State, ModelAction>, _ node: Int, _ isFiltered: Bool, _ hasToken: Bool,
    as trail: @escaping @Sendable (State) -> Trail
  ) -> ModelBelongings.Watcher {
    var watcher = ModelBelongings.Watcher(id: world.nextID(), source: source)
    let (id, diesNext) = (watcher.id, watcher.diesNext)
    let observe: @Sendable (State) -> ObservationStatus = { [unowned world] state in
      world.log.record(.observed(observer: id, trail(state)))
      world.readFamily()
      world.react(with: ModelOperation.drawnByObservers, onceIn: 12)
      guard diesNext.isRaised else { return .active }
      world.log.record(.cancelled(observer: id, source: turnSource))
      return .dead
    }
    if hasToken {
      let equating: Equating<State> = isFiltered ? .equal { trail($0).last } : .neverEqual
      watcher.token = following(id, node, isFiltered ? .filtered : .all) {
        store.subscribe(removeDuplicates: equating) { _ = observe($0) }
      }
    } else {
      let identity = Identity()
      following(id, node, .all) { store.retainObserver(identity: identity, observe) }
      let (weak, step) = (store.weak(), self)
      watcher.subscribeAgain = {
        guard let store = weak.strong() else { return false }
        step.following(id, node, .all) { store.retainObserver(identity: identity, observe) }
        return true
      }
    }
    return watcher
  }

  /// Makes children that follow a store, until their token is cancelled.
  private func follow(_ mine: inout ModelBelongings, _ random: inout SeededGenerator) -> Bool {
    guard mine.watchers.count < ModelBelongings.mostWatchers else { return false }
    let store = store(of: mine, &random)
    // The tree brings families in line in the order of their numbers, so the id is drawn together with that number.
    let (id, family) = world.numbering.withLock {
      let id = world.nextID()
      world.log.record(.subscribing(observer: id, node: store.node, .family, source: source))
      let family = ModelFamily.following(store.handle) { [unowned world] trail in
        world.log.record(.observed(observer: id, trail))
      }
      return (id, family)
    }
    var watcher = ModelBelongings.Watcher(id: id, source: source)
    world.families.withLock { $0.append((id, WeakReference(family))) }
    watcher.token = StoreSubscription { family.cancel() }
    mine.watchers.append(watcher)
    return true
  }

  /// Records a subscription in the order in which the tree numbers it.
  private func following<Result: Sendable>(
    _ id: Int, _ node: Int, _ kind: ModelObserverKind, _ subscribe: () -> Result
  ) -> Result {
    world.numbering.withLock {
      world.log.record(.subscribing(observer: id, node: node, kind, source: source))
      return subscribe()
    }
  }

  /// Two observers of a thread are subscribed repeatedly, by the thread that subscribed them first, so that the log
  /// determines which of several calls is due. They never return `.dead`, because a waiting subscription would begin
  /// again.
  private func subscribeAgain(_ mine: inout ModelBelongings, _ random: inout SeededGenerator) -> Bool {
    let mineAlone = mine.watchers.indices.filter {
      mine.watchers[$0].subscribeAgain != nil && mine.watchers[$0].source == source
    }
    let candidates = mineAlone.prefix(2)
    guard let index = candidates.randomElement(using: &random) else { return false }
    mine.watchers[index].wasSubscribedAgain = true
    if mine.watchers[index].subscribeAgain?() == true { return true }
    mine.watchers.remove(at: index)
    return false
  }

  private func cancel(_ mine: inout ModelBelongings, _ random: inout SeededGenerator) -> Bool {
    let candidates = mine.watchers.indices.filter { mine.watchers[$0].token != nil }
    guard let index = candidates.randomElement(using: &random) else { return false }
    let id = mine.watchers[index].id
    world.log.record(.cancelling(observer: id, source: source))
    if Bool.random(using: &random) { mine.watchers[index].token?.cancel() }
    mine.watchers.remove(at: index)
    world.log.record(.cancelled(observer: id, source: source))
    return true
  }

  /// Makes an observer return `.dead` at its next call.
  private func letDie(_ mine: inout ModelBelongings, _ random: inout SeededGenerator) -> Bool {
    let candidates = mine.watchers.indices.filter {
      mine.watchers[$0].token == nil && !mine.watchers[$0].wasSubscribedAgain
    }
    guard let index = candidates.randomElement(using: &random) else { return false }
    mine.watchers.remove(at: index).diesNext.raise()
    return true
  }
}
