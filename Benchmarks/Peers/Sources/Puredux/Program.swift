import PureduxCore
import Workloads

/// This library, as one of the peer programs: its figures here and in `Benchmarks` should agree.
final class ThisPuredux: PeerStore {
  static let workloads: Set = ["W1", "W2", "W3", "W4", "W6", "W7", "W12f-100k"]

  private let store: StateStore<Sample, SampleAction>
  private var kept: [Any] = []

  init(_ state: Sample) { store = StateStore(state) { $0.reduce($1) } }

  func dispatch(_ action: SampleAction) { store.dispatch(action) }

  func observe(_ body: @escaping @Sendable (Sample) -> Void) { kept.append(store.subscribe(body)) }

  func observeTitle(_ body: @escaping @Sendable (Sample) -> Void) {
    kept.append(store.subscribe(removeDuplicates: .equal { $0.title }, body))
  }

  func addObservedChild() {
    let child = store.with(0) { state, _ in state &+= 1 }
    kept.append(child)
    kept.append(child.subscribe { _ in })
  }
}

@main enum Program {
  static func main() { ThisPuredux.main() }
}
