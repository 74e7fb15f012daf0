import Dispatch
import ReSwift
import Workloads

extension SampleAction: Action {}

/// ReSwift reduces on the caller's thread, and its store belongs to one thread or queue: W7 dispatches through a queue.
final class ReSwiftStore: PeerStore {
  static let workloads: Set = ["W1", "W2", "W3", "W4", "W7", "W12f-100k"]

  private final class Subscriber: StoreSubscriber {
    let body: (Sample) -> Void
    init(_ body: @escaping (Sample) -> Void) { self.body = body }
    func newState(state: Sample) { body(state) }
  }

  private let store: ReSwift.Store<Sample>
  private let queue = DispatchQueue(label: "store")
  private let isShared = CommandLine.arguments.contains("W7")
  private var subscribers: [Subscriber] = []

  init(_ state: Sample) {
    store = ReSwift.Store(
      reducer: { action, state in
        var state = state!
        if let action = action as? SampleAction { state.reduce(action) }
        return state
      }, state: state, automaticallySkipsRepeats: false)
  }

  func dispatch(_ action: SampleAction) {
    if isShared { queue.async { [store] in store.dispatch(action) } } else { store.dispatch(action) }
  }

  func observe(_ body: @escaping @Sendable (Sample) -> Void) {
    let subscriber = Subscriber(body)
    subscribers.append(subscriber)
    store.subscribe(subscriber)
  }

  func observeTitle(_ body: @escaping @Sendable (Sample) -> Void) {
    let subscriber = Subscriber(body)
    subscribers.append(subscriber)
    store.subscribe(subscriber) { $0.skipRepeats { $0.title == $1.title } }
  }
}

@main enum Program {
  static func main() { ReSwiftStore.main() }
}
