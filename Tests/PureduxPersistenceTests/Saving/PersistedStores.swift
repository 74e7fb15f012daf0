import PureduxPersistence
import PureduxTesting

struct App: Codable, Equatable, Sendable {
  var count = 0
  var draft = ""
}

/// Tests that save stores in a storage that they observe, with a clock that they control.
protocol PersistedStores {
  var clock: TestClock { get }
  var storage: WatchedStorage { get }
  var problems: Recorder<PersistenceError> { get }
}

extension PersistedStores {
  func archive<State>(_ storage: WatchedStorage? = nil) -> Archive<State> {
    Archive(storage ?? self.storage, onProblem: { [problems] in problems.record($0) })
  }

  func store<State>(
    _ state: State, reducer: @escaping Reducer<State, Int>
  ) -> StateStore<State, Int> {
    StoreContext.with {
      $0.clock = StoreClock(clock)
    } operation: {
      StateStore(state, reducer: reducer)
    }
  }

  func counter() -> StateStore<App, Int> { store(App()) { $0.count += $1 } }
}
