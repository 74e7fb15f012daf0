import Puredux
import Workloads

final class Puredux2: PeerStore {
  static let workloads: Set = ["W1", "W2", "W3", "W4", "W6", "W7", "W12f-100k"]

  private let store: StateStore<Sample, SampleAction>
  private var children: [Any] = []

  init(_ state: Sample) { store = StateStore(state) { state, action in state.reduce(action) } }

  func dispatch(_ action: SampleAction) { store.dispatch(action) }

  func observe(_ body: @escaping @Sendable (Sample) -> Void) {
    store.subscribe(
      observer: Observer { state in
        body(state)
        return .active
      })
  }

  /// The filter of an observer is not public, so the observer compares.
  func observeTitle(_ body: @escaping @Sendable (Sample) -> Void) {
    var last: String?
    store.subscribe(
      observer: Observer { state in
        if state.title != last { body(state) }
        last = state.title
        return .active
      })
  }

  func addObservedChild() {
    let child = store.with(0) { state, _ in state &+= 1 }
    child.subscribe(observer: Observer { _ in .active })
    children.append(child)
  }
}

@main enum Program {
  static func main() { Puredux2.main() }
}
