import Puredux
import Workloads

final class Puredux2: PeerStore {
  static let workloads: Set = ["W1", "W2", "W3", "W4", "W6", "W7", "W12-100k"]

  private let store: StateStore<Sample, SampleAction>
  private var children: [Any] = []

  init(_ state: Sample) { store = StateStore(state) { state, action in state.reduce(action) } }

  func dispatch(_ action: SampleAction) { store.dispatch(action) }

  func observe(_ body: @escaping @Sendable (Sample) -> Void) {
    store.subscribe(
      observer: Observer { state, complete in
        body(state)
        complete(.active)
      })
  }

  func observeTitle(_ body: @escaping @Sendable (Sample) -> Void) {
    store.subscribe(
      observer: Observer(removeStateDuplicates: .equal { $0.title }) { state, complete in
        body(state)
        complete(.active)
      })
  }

  func addObservedChild() {
    let child = store.with(0) { state, _ in state &+= 1 }
    child.subscribe(observer: Observer { _, complete in complete(.active) })
    children.append(child)
  }
}

@main enum Program {
  static func main() { Puredux2.main() }
}
