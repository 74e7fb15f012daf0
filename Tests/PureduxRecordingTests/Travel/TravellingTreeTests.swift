import PureduxChildren
import PureduxCore
import PureduxRecording
import PureduxTesting
import Testing

@Suite struct `The stores of a tree on a journey`: Travelling {
  let runner = ManualRunner()

  @Test func `never show parts of two times`() {
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

  @Test func `drop actions that observers dispatch because they see another time`() {
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

  @Test func `show levels behind middlewares together`() {
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

  @Test func `may be created and released during the journey`() {
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

  @Test func `keep the children of elements that do not exist in the past`() throws {
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

  @Test func `call new observers with the displayed state`() {
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
}
