import Dispatch
import OneWay
import Workloads

/// OneWay's store is an actor: an action is awaited, so each caller has its own task that sends in order.
final class OneWayStore: PeerStore {
  static let workloads: Set = ["W1", "W2", "W7"]

  private struct SampleReducer: Reducer {
    typealias Action = SampleAction
    typealias State = Sample

    func reduce(state: inout Sample, action: SampleAction) -> AnyEffect<SampleAction> {
      state.reduce(action)
      return .none
    }
  }

  private let store: OneWay.Store<SampleReducer, ContinuousClock>
  private let actions: AsyncStream<SampleAction>.Continuation

  init(_ state: Sample) {
    let store = OneWay.Store<SampleReducer, ContinuousClock>(reducer: SampleReducer(), state: state)
    let stream = AsyncStream<SampleAction>.makeStream()
    self.store = store
    actions = stream.continuation
    Task.detached { for await action in stream.stream { await store.send(action) } }
  }

  func dispatch(_ action: SampleAction) { actions.yield(action) }

  func observe(_ body: @escaping @Sendable (Sample) -> Void) {
    let isObserving = DispatchSemaphore(value: 0)
    Task.detached { [store] in
      let states = await store.states
      isObserving.signal()
      for await state in states { body(state) }
    }
    isObserving.wait()
  }
}

@main enum Program {
  static func main() { OneWayStore.main() }
}
