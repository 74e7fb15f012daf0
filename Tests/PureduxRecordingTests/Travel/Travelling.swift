import PureduxCore
import PureduxRecording

/// Tests of time travel, which control their turns.
protocol Travelling {
  var runner: ManualRunner { get }
}

extension Travelling {
  func counter() -> StateStore<Int, Int> {
    StateStore(0, named: "counter", runner: runner) { (count: inout Int, action: Int) in count = count * 2 + action }
  }

  func record<State, Action>(_ store: StateStore<State, Action>, limit: Int = 1000) -> Recording {
    let recording = store.record(limit: limit)
    runner.runUntilIdle()
    return recording
  }

  func dispatch(_ actions: [Int], to store: StateStore<Int, Int>) {
    for action in actions { store.dispatch(action) }
    runner.runUntilIdle()
  }

  func travel(_ recording: Recording, _ commands: (Recording) -> Void) {
    commands(recording)
    runner.runUntilIdle()
  }
}
