import Dispatch
import PureduxEffects

/// Actions that can stand in a chain: each leaves entries in the state that tell what happened when.
protocol ChainAction: ComposableAction {}

extension ComposedAction: ChainAction {}
extension ActionPlan: ChainAction {}

/// What the reducer saw: the step of a leaf of a chain.
struct ChainEntry: ChainAction, Hashable {
  let chain: Int
  let leaf: Int
  var step = 0

  func step(_ step: Int) -> ChainEntry { ChainEntry(chain: chain, leaf: leaf, step: step) }
}

/// Brings its entries about by awaiting.
struct AwaitingEntries: ChainAction, AwaitingAction {
  let first: ChainEntry
  func execute() async -> (any ChainAction)? {
    await Elsewhere.shared.visit()
    return first.step(1)
  }
}

/// Brings its entries about on a queue, with a callback.
struct CallbackEntries: ChainAction, AsyncAction {
  let first: ChainEntry
  func execute(completeHandler: @escaping @Sendable (any ChainAction) -> Void) {
    completeHandler(first.step(1))
    DispatchQueue.global().async { completeHandler(first.step(2)) }
  }
}

/// An action of its own kind of work, which dispatches and is over.
struct PromptEntries: ChainAction, WorkAction {
  let first: ChainEntry
  func startWork(at store: WorkContext) -> StoreSubscription? {
    store.dispatch(first.step(1))
    return nil
  }
}

/// As `PromptEntries`, with something that happens just before it dispatches.
struct InterruptedEntries: ChainAction, WorkAction {
  let first: ChainEntry
  let interrupt: @Sendable () -> Void
  func startWork(at store: WorkContext) -> StoreSubscription? {
    interrupt()
    store.dispatch(first.step(1))
    return nil
  }
}

/// What a middleware or an embedding makes a chain of.
struct MadeChain: ChainAction {
  let chain: ComposedAction
}

/// Work that an error ends.
struct Refused: Error {}

/// A place to wait for a moment.
actor Elsewhere {
  static let shared = Elsewhere()
  func visit() {}
}
