import MobiusCore
import Workloads

final class MobiusStore: PeerStore {
  static let workloads: Set = ["W1", "W2", "W3", "W7", "W12-100k"]

  private let loop: MobiusLoop<Sample, SampleAction, Never>

  init(_ state: Sample) {
    let update = Update<Sample, SampleAction, Never> { state, action in
      var state = state
      state.reduce(action)
      return .next(state)
    }
    loop = Mobius.loop(update: update, effectHandler: EffectRouter<Never, SampleAction>().asConnectable)
      .start(from: state)
  }

  func dispatch(_ action: SampleAction) { loop.dispatchEvent(action) }
  func observe(_ body: @escaping @Sendable (Sample) -> Void) { loop.addObserver(body) }

  /// Mobius has no filter, so the observer compares.
  func observeTitle(_ body: @escaping @Sendable (Sample) -> Void) {
    var last: String?
    loop.addObserver { state in
      if state.title != last { body(state) }
      last = state.title
    }
  }
}

@main enum Program {
  static func main() { MobiusStore.main() }
}
