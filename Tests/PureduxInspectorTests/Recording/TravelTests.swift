import PureduxCore
import PureduxInspector
import PureduxTesting
import Testing

@Suite struct `A journey through the past` {
  private let runner = ManualRunner()

  private func counter() -> StateStore<Int, Int> {
    StateStore(0, named: "counter", runner: runner) { (count: inout Int, action: Int) in count = count * 2 + action }
  }

  private func record<State, Action>(_ store: StateStore<State, Action>, limit: Int = 1000) -> Recording {
    let recording = store.record(limit: limit)
    runner.runUntilIdle()
    return recording
  }

  private func dispatch(_ actions: [Int], to store: StateStore<Int, Int>) {
    for action in actions { store.dispatch(action) }
    runner.runUntilIdle()
  }

  private func travel(_ recording: Recording, _ commands: (Recording) -> Void) {
    commands(recording)
    runner.runUntilIdle()
  }

  @Test func `has actions wait that are dispatched during a pause, and reduces them after it in their order`() {
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

  @Test func `leaves out what is skipped, and returns to the present as it was`() {
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

  @Test func `goes on from the past, and tells of it`() {
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

  @Test func `goes on without what was skipped`() {
    let store = counter()
    let recording = record(store)
    dispatch([1, 1, 1], to: store)
    travel(recording) { $0.skip(1) }
    travel(recording) { $0.resume(.here) }
    #expect(store.state == 3)
    #expect(recording.state(of: store, after: 4) == 3)
    #expect(recording.findImpureReducer() == nil)
  }

  @Test func `never shows parts of two times`() {
    let store = counter()
    let child = store.with(0) { (count: inout Int, action: Int) in count = count * 2 + action }
    let torn = Recorder<(Int, Int)>()
    let subscription = child.subscribe { if $0 != $1 { torn.record(($0, $1)) } }
    let recording = record(store)
    for _ in 1...20 { child.dispatch(1) }
    runner.runUntilIdle()
    for event in [3, 17, 5, 20, 0] {
      travel(recording) { $0.jump(to: event) }
      #expect(child.state.0 == child.state.1)
    }
    travel(recording) { $0.resume() }
    #expect(torn.values.isEmpty)
    withExtendedLifetime(subscription) {}
  }

  @Test func `drops what observers dispatch because they see another time`() {
    let store = counter()
    let subscription = store.subscribe { if $0 == 1 { store.dispatch(5) } }
    let recording = record(store)
    dispatch([1], to: store)
    #expect(store.state == 7)
    travel(recording) { $0.jump(to: 1) }
    travel(recording) { $0.resume() }
    #expect(store.state == 7)
    #expect(recording.events().last.map { "\($0)" } == "counter: dropped 5")
    withExtendedLifetime(subscription) {}
  }

  @Test func `shows levels behind middlewares together`() {
    let root = StateStore<Int, Int>(0, runner: runner, middleware: ClosureMiddleware { action, _ in action * 10 }) {
      $0 += $1
    }
    let child = root.with(0, middleware: ClosureMiddleware { action, _ in action == 3 ? nil : action }) { $0 += $1 }
    let recording = record(root)
    for action in 1...4 { child.dispatch(action) }
    runner.runUntilIdle()
    let events = recording.events().map(\.number)
    travel(recording) { $0.jump(to: events[1]) }
    #expect(child.state == (30, 3))
    travel(recording) { $0.step(-1) }
    #expect(child.state == (10, 1))
    travel(recording) { $0.jump(to: events[3]) }
    travel(recording) { $0.skip(events[0]) }
    #expect(child.state == (60, 6))
    travel(recording) { $0.resume() }
    #expect(child.state == (70, 7))
  }

  @Test func `lets stores come and go on the way`() {
    let root = counter()
    let recording = record(root)
    dispatch([1], to: root)
    var child: StateStore<(Int, Int), Int>? = root.with(0) { (count: inout Int, action: Int) in count += action }
    child?.dispatch(4)
    runner.runUntilIdle()
    travel(recording) { $0.jump(to: 1) }
    #expect(child.map { $0.state == (1, 0) } == true)
    let late = root.with(8) { (count: inout Int, action: Int) in count += action }
    #expect(late.state == (1, 8))
    child = nil
    late.dispatch(1)
    runner.runUntilIdle()
    #expect(late.state == (1, 8))
    travel(recording) { $0.resume() }
    #expect(late.state == (13, 9))
  }

  @Test func `keeps the children of elements that are not there in the past`() throws {
    let root = StateStore<[Int], Int>([], runner: runner) { $0.append($1) }
    let children = root.children(of: { $0 }, id: { $0 }) { store, _ in
      store.with(0) { (count: inout Int, _: Int) in count += 1 }
    }
    let recording = record(root)
    root.dispatch(1)
    runner.runUntilIdle()
    let child = try #require(children[1])
    child.dispatch(2)
    runner.runUntilIdle()
    travel(recording) { $0.jump(to: 0) }
    #expect(children[1]?.id == child.id)
    travel(recording) { $0.resume() }
    #expect(child.state == ([1, 2], 1))
    travel(recording) { $0.jump(to: 0) }
    travel(recording) { $0.resume(.here) }
    #expect(children.ids == [])
  }

  @Test func `calls new observers with the time that is shown`() {
    let store = counter()
    let recording = record(store)
    dispatch([1, 1], to: store)
    travel(recording) { $0.jump(to: 1) }
    let seen = Recorder<Int>()
    let subscription = store.subscribe { seen.record($0) }
    runner.runUntilIdle()
    #expect(seen.values == [1])
    travel(recording) { $0.resume() }
    #expect(seen.values == [1, 3])
    withExtendedLifetime(subscription) {}
  }

  @Test func `ends with the recording, in the present`() {
    let store = counter()
    var recording: Recording? = record(store)
    dispatch([1, 1], to: store)
    recording?.jump(to: 1)
    runner.runUntilIdle()
    dispatch([1], to: store)
    #expect(store.state == 1)
    recording = nil
    runner.runUntilIdle()
    #expect(store.state == 7)
  }

  @Test func `keeps nothing alive once the recording is gone`() {
    final class Token: Sendable {}
    struct Kept: Sendable { var tokens = [Token()] }
    weak var token: Token?
    do {
      let store = StateStore<Kept, Bool>(Kept(), runner: runner) { state, isMore in
        if isMore { state.tokens.append(Token()) } else { state.tokens.removeAll() }
      }
      let recording = record(store)
      token = store.state.tokens.first
      for isMore in [true, true, false] { store.dispatch(isMore) }
      runner.runUntilIdle()
      travel(recording) { $0.jump(to: 1) }
      store.dispatch(true)
      runner.runUntilIdle()
      #expect(store.state.tokens.count == 2)
    }
    runner.runUntilIdle()
    #expect(token == nil)
  }

  @Test func `ends when another recording takes over`() {
    let store = counter()
    let first = record(store)
    dispatch([1, 1], to: store)
    travel(first) { $0.jump(to: 1) }
    dispatch([1], to: store)
    let second = record(store)
    #expect(store.state == 7)
    #expect(!first.isPaused)
    travel(first) { $0.jump(to: 1) }
    #expect(store.state == 7)
    dispatch([0], to: store)
    #expect(second.events().map(\.description) == ["counter: 0"])
  }

  @Test func `does nothing where there is nothing to go to`() {
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

  @Test func `goes back to the oldest states that are known where events are no longer kept`() {
    let store = StateStore(0, runner: runner) { (count: inout Int, action: Int) in count += action }
    let recording = record(store, limit: 64)
    dispatch(Array(repeating: 1, count: 1000), to: store)
    travel(recording) { $0.jump(to: 1) }
    #expect(store.state == recording.position)
    #expect(store.state < 1000)
    travel(recording) { $0.resume() }
    #expect(store.state == 1000)
  }

  @MainActor @Test func `takes stores of the main actor along, on its thread`() async {
    let store = StateStore(mainActor: 0) { (count: inout Int, action: Int) in
      MainActor.assertIsolated()
      count += action
    }
    let recording = store.record()
    for action in 1...4 { store.dispatch(action) }
    recording.jump(to: 2)
    await recording.arrived()
    #expect(store.state == 3)
    store.dispatch(10)
    #expect(store.state == 3)
    recording.resume()
    await store.settled()
    #expect(store.state == 20)
  }
}
