import PureduxCore
import PureduxTesting
import Testing

@testable import PureduxInspector

/// Reduces the steps of a session again, one piece at a time.
@Suite struct `The reducer of a session's steps` {
  private let counted = Recorder<Int>()
  private let store: StateStore<Int, Int>
  private let recording: Recording
  private let reducer: StepReducer

  init() throws {
    let runner = ManualRunner()
    store = StateStore<Int, Int>(0, runner: runner) { [counted] count, action in
      count += action
      counted.record(action)
    }
    recording = store.record()
    for _ in 1...1000 { store.dispatch(1) }
    runner.runUntilIdle()
    counted.removeAll()
    reducer = StepReducer(recording.history.tree)
    for chunk in recording.history.moment.chunks { reducer.add(.reduce(chunk, from: chunk.first, CellDirectory())) }
  }

  @Test func `reduces at most the requested number of steps at once, and everything in the end`() {
    while reducer.isWanted {
      let before = counted.values.count
      reducer.run(steps: 64)
      #expect(counted.values.count - before <= 64)
      // So expensive that the next check follows much later.
      if reducer.taken != nil { reducer.goOn(from: [], paying: 1 << 20) }
    }
    #expect(counted.values.count == 1000)
  }

  @Test func `reduces nothing while its last states have not been written`() {
    reducer.run()
    #expect(counted.values.count == 1)
    #expect(reducer.taken?.after == 1)
    #expect(!reducer.isWanted)
    reducer.run()
    #expect(counted.values.count == 1)
    reducer.goOn(from: [], paying: 1)
    #expect(reducer.isWanted)
    reducer.run()
    #expect(reducer.taken?.after == 2)
  }

  @Test func `needs no thread if there is nothing to reduce`() {
    let idle = StepReducer(recording.history.tree)
    idle.add(.rest)
    #expect(!idle.isWanted)
  }
}
