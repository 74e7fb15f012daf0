import Puredux

typealias SampleStore = StateStore<Sample, SampleAction>
typealias SampleChild = StateStore<(Sample, SampleLocal), SampleAction>

extension StateStore where State == Sample, Action == SampleAction {
  static func make(values: Int = 100) -> SampleStore { StateStore(Sample(values: values)) { $0.reduce($1) } }
}

extension StateStore {
  func waitUntilSettled() { wait(for: { await settled() }) }
}

extension StateStore where Action == SampleAction {
  func makeChild() -> StateStore<(State, SampleLocal), SampleAction> {
    with(SampleLocal()) { local, action in local.reduce(action) }
  }

  /// Dispatches the same action this many times, and waits until all have been reduced and published.
  func perform(_ action: SampleAction = .add(1), times: Int) {
    for _ in 0..<times { dispatch(action) }
    waitUntilSettled()
  }
}

extension Meter {
  /// Measures the same action repeatedly, after the store has warmed up.
  mutating func measureActions<State>(of store: StateStore<State, SampleAction>, _ action: SampleAction = .add(1)) {
    store.perform(action, times: max(1, actions / 10))
    measure { store.perform(action, times: $0) }
  }
}
