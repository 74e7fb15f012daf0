import PureduxEffects
import PureduxTesting

/// What a tree's tap is told of its work, in words.
struct WorkStory {
  private let events = Recorder<String>()
  private let tap: StoreSubscription

  init<State, Action>(of store: StateStore<State, Action>) {
    tap = store.tap { [events] in
      switch $0.kind {
      case .workStarted(let name): events.record("started \(name)")
      case .workEnded(let name): events.record("ended \(name)")
      case .workCancelled(let name): events.record("cancelled \(name)")
      case .dropped: events.record("dropped")
      default: break
      }
    }
  }

  var values: [String] { events.values }
}
