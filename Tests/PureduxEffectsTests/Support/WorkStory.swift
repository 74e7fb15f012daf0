import PureduxEffects
import PureduxTesting

/// The events of a tree's work that a tap receives, as text.
struct WorkStory {
  private let events = Recorder<String>()
  private let tap: StoreSubscription

  init<State, Action>(of store: StateStore<State, Action>) {
    tap = store.tap { [events] in
      switch $0.kind {
      case .workStarted(let work): events.record("started \(work.name)")
      case .workEnded(let work), .workFailed(let work, _): events.record("ended \(work.name)")
      case .workCancelled(let work): events.record("cancelled \(work.name)")
      case .dropped: events.record("dropped")
      default: break
      }
    }
  }

  var values: [String] { events.values }
}
