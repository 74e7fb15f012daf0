import Combine
import ComposableArchitecture
import Workloads

/// TCA's store belongs to the main actor; the program runs there.
final class TCAStore: PeerStore {
  static let workloads: Set = ["W1", "W2", "W3", "W4", "W12f-100k"]

  private let store: ComposableArchitecture.StoreOf<Reduce<Sample, SampleAction>>
  private var observers: Set<AnyCancellable> = []

  init(_ state: Sample) {
    store = MainActor.assumeIsolated {
      Store(initialState: state) {
        Reduce { state, action in
          state.reduce(action)
          return .none
        }
      }
    }
  }

  func dispatch(_ action: SampleAction) { _ = MainActor.assumeIsolated { store.send(action) } }

  func observe(_ body: @escaping @Sendable (Sample) -> Void) {
    MainActor.assumeIsolated { store.publisher.sink(receiveValue: body).store(in: &observers) }
  }

  func observeTitle(_ body: @escaping @Sendable (Sample) -> Void) {
    MainActor.assumeIsolated {
      store.publisher.removeDuplicates { $0.title == $1.title }.sink(receiveValue: body).store(in: &observers)
    }
  }
}

@main enum Program {
  static func main() { TCAStore.main() }
}
