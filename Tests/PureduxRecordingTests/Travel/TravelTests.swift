import PureduxCore
import PureduxRecording
import PureduxTesting
import Testing

@Suite struct `A journey through the past`: Travelling {
  let runner = ManualRunner()

  @Test func `queues actions that are dispatched during a pause, and reduces them in order afterwards`() {
    let store = counter()
    let recording = record(store)
    dispatch([1], to: store)
    travel(recording) { $0.pause() }
    #expect(recording.isPaused)
    dispatch([1, 0], to: store)
    #expect(store.state == 1)
    #expect(recording.lastEvent == 1)
    travel(recording) { $0.resume() }
    #expect(!recording.isPaused)
    #expect(store.state == 6)
    #expect(recording.events().map(\.description) == ["counter: 1", "counter: 1", "counter: 0"])
  }

  @Test func `shows the past in the live stores, and each step to observers`() {
    let store = counter()
    let seen = Recorder<Int>()
    let subscription = store.subscribe { seen.record($0) }
    let recording = record(store)
    dispatch([1, 1, 1], to: store)
    #expect(seen.values == [0, 1, 3, 7])
    travel(recording) { $0.jump(to: 1) }
    #expect((store.state, recording.position) == (1, 1))
    travel(recording) { $0.step(1) }
    travel(recording) { $0.step(-2) }
    #expect((store.state, recording.position) == (1, 1))
    travel(recording) { $0.step(100) }
    #expect((store.state, recording.position) == (7, 3))
    travel(recording) { $0.jump(to: 0) }
    #expect((store.state, recording.position) == (0, 0))
    travel(recording) { $0.step(-1) }
    #expect((store.state, recording.position) == (0, 0))
    travel(recording) { $0.resume() }
    #expect((store.state, recording.position) == (7, nil))
    #expect(seen.values == [0, 1, 3, 7, 1, 3, 1, 7, 0, 0, 7])
    withExtendedLifetime(subscription) {}
  }

  @Test func `omits skipped actions, and returns to an unchanged present`() {
    let store = counter()
    let recording = record(store)
    dispatch([1, 1, 1], to: store)
    travel(recording) { $0.skip(2) }
    #expect((store.state, recording.skippedEvents) == (3, [2]))
    #expect(recording.state(of: store, after: 3) == 3)
    #expect(recording.difference(at: 2).isEmpty)
    travel(recording) { $0.skip(1) }
    #expect(store.state == 1)
    travel(recording) { $0.unskip(2) }
    #expect(store.state == 3)
    travel(recording) { $0.resume() }
    #expect((store.state, recording.skippedEvents) == (7, []))
    #expect(recording.state(of: store, after: 3) == 7)
  }

  @Test func `keeps the values that later reducers read, if a skipped action changes how many they read`() {
    struct Shelf: Sendable { var isClosed = false, early: [Identity] = [], late: [Identity] = [] }
    let store = StateStore<Shelf, Int>(Shelf(), runner: runner) { shelf, action in
      switch action {
      case 0: shelf.isClosed = true
      case 1: if !shelf.isClosed { shelf.early.append(Identity()) }
      default: shelf.late.append(Identity())
      }
    }
    let recording = record(store, limit: 128)
    for action in [0] + Array(repeating: [1, 2], count: 30).joined() { store.dispatch(action) }
    runner.runUntilIdle()
    let late = store.state.late
    travel(recording) { $0.skip(1) }
    #expect(store.state.early.count == 30)
    #expect(Set(store.state.early + store.state.late).count == 60)
    #expect(store.state.late == late)
    travel(recording) { $0.resume() }
    #expect(store.state.late == late && store.state.early.isEmpty)
  }

  @Test func `continues from the past, and reports it`() {
    let store = counter()
    let recording = record(store)
    dispatch([1, 1, 1], to: store)
    travel(recording) { $0.jump(to: 2) }
    dispatch([0], to: store)
    travel(recording) { $0.resume(.here) }
    #expect(store.state == 6)
    #expect(recording.events(after: 3).map(\.description) == ["counter: state replaced", "counter: 0"])
    #expect((2...5).map { recording.state(of: store, after: $0) } == [3, 7, 3, 6])
    #expect(recording.findImpureReducer() == nil)
    travel(recording) { $0.jump(to: 4) }
    #expect(store.state == 3)
    travel(recording) { $0.resume() }
    #expect(store.state == 6)
  }

  @Test func `continues without the skipped actions`() {
    let store = counter()
    let recording = record(store)
    dispatch([1, 1, 1], to: store)
    travel(recording) { $0.skip(1) }
    travel(recording) { $0.resume(.here) }
    #expect(store.state == 3)
    #expect(recording.state(of: store, after: 4) == 3)
    #expect(recording.findImpureReducer() == nil)
  }

  @Test func `does nothing if there is no event to go to`() {
    let store = counter()
    let recording = record(store)
    travel(recording) { $0.resume() }
    travel(recording) { $0.resume(.here) }
    travel(recording) { $0.step(-1) }
    travel(recording) { $0.skip(3) }
    travel(recording) { $0.skip(-3) }
    travel(recording) { $0.unskip(7) }
    travel(recording) { $0.jump(to: -5) }
    #expect((store.state, recording.position, recording.isPaused) == (0, 0, true))
    travel(recording) { $0.step(.min) }
    travel(recording) { $0.step(.max) }
    travel(recording) { $0.resume(.here) }
    dispatch([1], to: store)
    #expect(store.state == 1)
  }

  @Test func `goes back to the oldest known states if earlier events were discarded`() {
    let store = StateStore(0, runner: runner) { (count: inout Int, action: Int) in count += action }
    let recording = record(store, limit: 64)
    dispatch(Array(repeating: 1, count: 1000), to: store)
    travel(recording) { $0.jump(to: 1) }
    #expect(store.state == recording.position)
    #expect(store.state < 1000)
    travel(recording) { $0.resume() }
    #expect(store.state == 1000)
  }

  @MainActor @Test func `includes stores of the main actor, on the main thread`() async {
    let store = StateStore(mainActor: 0) { (count: inout Int, action: Int) in
      MainActor.assertIsolated()
      count += action
    }
    let recording = store.record()
    for action in 1...4 { store.dispatch(action) }
    recording.jump(to: 2)
    await recording.travelCompleted()
    #expect(store.state == 3)
    store.dispatch(10)
    #expect(store.state == 3)
    recording.resume()
    await store.settled()
    #expect(store.state == 20)
  }
}
