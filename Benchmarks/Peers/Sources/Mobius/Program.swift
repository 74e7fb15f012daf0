import Dispatch
import MobiusCore
import Workloads

/// A loop belongs to one thread or queue: W7 dispatches through a queue.
final class MobiusStore: PeerStore {
  static let workloads: Set = ["W1", "W2", "W3", "W7", "W12f-100k"]

  private let loop: MobiusLoop<Sample, SampleAction, Never>
  private let queue = DispatchQueue(label: "loop")
  private let isShared = CommandLine.arguments.contains("W7")

  init(_ state: Sample) {
    let update = Update<Sample, SampleAction, Never> { state, action in
      var state = state
      state.reduce(action)
      return .next(state)
    }
    loop = Mobius.loop(update: update, effectHandler: EffectRouter<Never, SampleAction>().asConnectable)
      .start(from: state)
  }

  func dispatch(_ action: SampleAction) {
    if isShared { queue.async { [loop] in loop.dispatchEvent(action) } } else { loop.dispatchEvent(action) }
  }

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
