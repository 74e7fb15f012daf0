import PureduxCases
import PureduxTesting
import Testing

@Cases enum StopwatchAction: Sendable {
  case start
  case tick(seconds: Int)
}

@Cases enum StopwatchScreenAction: Sendable {
  case watch(StopwatchAction)
  case rename(String, to: String)
}

@Suite struct `A story with case paths` {
  @Test func `receives the actions of nested features through their cases`() {
    let store = TestStore {
      StateStore<Int, StopwatchScreenAction>(0) { seconds, action in
        if let more = action.watch?.tick { seconds += more }
      }
    }
    for action in [StopwatchScreenAction.watch(.start), .watch(.tick(seconds: 2)), .rename("a", to: "b")] {
      store.store.dispatch(action)
    }
    store.receive(\.watch?.start)
    store.receive(\.watch?.tick, with: 2) { $0 = 2 }
    store.receive(\.rename, with: ("a", to: "b"))
    store.finish()
  }
}
