import Dispatch
import PureduxCompatibility
import PureduxEffects

/// Actions for chains: each appends entries to the state, which document the order of events.
protocol ChainAction: ComposableAction {}

extension ComposedAction: ChainAction {}
extension ActionPlan: ChainAction {}

/// An entry of the reducer: the step of a leaf of a chain.
struct ChainEntry: ChainAction, Hashable {
  let chain: Int
  let leaf: Int
  var step = 0

  func step(_ step: Int) -> ChainEntry { ChainEntry(chain: chain, leaf: leaf, step: step) }
}

/// Creates its entries asynchronously.
struct AwaitingEntries: ChainAction, AwaitingAction {
  let first: ChainEntry
  func execute() async -> (any ChainAction)? {
    await Elsewhere.shared.visit()
    return first.step(1)
  }
}

/// Creates its entries on a queue, with a callback.
@available(*, deprecated)
private struct CallbackEntries: ChainAction, AsyncAction {
  let first: ChainEntry
  func execute(completeHandler: @escaping @Sendable (any ChainAction) -> Void) {
    completeHandler(first.step(1))
    DispatchQueue.global().async { completeHandler(first.step(2)) }
  }
}

/// Makes actions of a deprecated kind for tests that are not deprecated: calling a requirement does not warn.
private protocol EntriesMaker {
  func entries(_ first: ChainEntry) -> any ChainAction
}

private struct CallbackEntriesMaker: EntriesMaker {
  @available(*, deprecated)
  func entries(_ first: ChainEntry) -> any ChainAction { CallbackEntries(first: first) }
}

/// Returns an action that creates its entries on a queue, with a callback.
func callbackEntries(_ first: ChainEntry) -> any ChainAction {
  let maker: any EntriesMaker = CallbackEntriesMaker()
  return maker.entries(first)
}

/// An action with a custom kind of work, which dispatches and ends.
struct PromptEntries: ChainAction, WorkAction {
  let first: ChainEntry
  func startWork(at store: WorkContext) -> StoreSubscription? {
    store.dispatch(first.step(1))
    return nil
  }
}

/// Like `PromptEntries`, with a closure that is called just before it dispatches.
struct InterruptedEntries: ChainAction, WorkAction {
  let first: ChainEntry
  let interrupt: @Sendable () -> Void
  func startWork(at store: WorkContext) -> StoreSubscription? {
    interrupt()
    store.dispatch(first.step(1))
    return nil
  }
}

/// Like `InterruptedEntries`, and sends its action from a task.
struct InterruptedSending: ChainAction, WorkAction {
  let first: ChainEntry
  let interrupt: @Sendable () -> Void
  func startWork(at store: WorkContext) -> StoreSubscription? {
    interrupt()
    let action = first.step(1)
    _ = store.context.startTask { await store.send(action) }
    return nil
  }
}

/// An action that a middleware or an embedding replaces by a chain.
struct MadeChain: ChainAction {
  let chain: ComposedAction
}

/// Work that ends with an error.
struct Refused: Error {}

/// Another actor, at which a task suspends for a moment.
actor Elsewhere {
  static let shared = Elsewhere()
  func visit() {}
}
