import Foundation
import PureduxCore
import PureduxDerived
import PureduxRecording
import PureduxTesting
import Testing

@Suite struct `A recording of a tree` {
  private let runner = ManualRunner()

  private func counter() -> StateStore<Int, Int> {
    StateStore(0, named: "counter", runner: runner) { (count: inout Int, action: Int) in count += action }
  }

  private func record<State, Action>(_ store: StateStore<State, Action>, limit: Int = 1000) -> Recording {
    let recording = store.record(limit: limit)
    runner.runUntilIdle()
    return recording
  }

  @Test func `reports the events, newest last, and the states after each event`() throws {
    let store = counter()
    let recording = record(store)
    for action in [5, 7] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(recording.events().map(\.description) == ["counter: 5", "counter: 7"])
    #expect(recording.lastEvent == 2)
    #expect(recording.events(after: 1).map(\.number) == [2])
    #expect((0...2).map { recording.state(of: store, after: $0) } == [0, 5, 12])
    #expect([1, 2, 0].map { recording.state(ofStore: store.id.number, after: $0) as? Int } == [5, 12, 0])
    let difference = try #require(recording.difference(at: 2).first)
    #expect(difference.store == store.id.number)
    #expect(difference.difference.changes.map(\.before) == ["5"])
  }

  @Test func `reports the duration of a selector's computation in its unit`() {
    let store = counter()
    let recording = record(store)
    let subscription = store.select({ $0 }, name: "twice") { 2 * $0 }.subscribe { _ in }
    store.dispatch(1)
    runner.runUntilIdle()
    let texts = recording.events().filter { $0.kind == .computed }.map(\.description)
    #expect(!texts.isEmpty && texts.allSatisfy { $0.contains(#/twice computed in \d+(\.\d)? (µs|ms|s)$/#) })
    withExtendedLifetime(subscription) {}
  }

  @Test func `discards the oldest events beyond its limit, and keeps the states after the others`() throws {
    let store = counter()
    let recording = record(store, limit: 64)
    for _ in 1...1000 { store.dispatch(1) }
    runner.runUntilIdle()
    #expect(recording.lastEvent == 1000)
    for event in stride(from: 1000, to: 950, by: -7) { #expect(recording.state(of: store, after: event) == event) }
    let kept = recording.events().map(\.number)
    try #require(kept.count >= 64)
    #expect(kept == Array(1...1000).suffix(kept.count))
    // Events are discarded in the background.
    #expect((1001 - kept.count...937).contains(recording.firstEvent))
  }

  @Test func `follows causes back to the first one, and forward to the effects`() {
    let store = counter()
    let subscription = store.subscribe { state in if state < 4 { store.dispatch(1) } }
    runner.runUntilIdle()
    let recording = record(store)
    store.dispatch(-2)
    runner.runUntilIdle()
    #expect(recording.causes(of: 3).map(\.number) == [2, 1])
    #expect(recording.effects(of: 1).map(\.number) == [2])
    withExtendedLifetime(subscription) {}
  }

  @Test func `includes stores created later, and their states after their release`() throws {
    let root = counter()
    let recording = record(root)
    do {
      let child = root.with("", named: "notes") { (text: inout String, action: Int) in text += "\(action)" }
      child.dispatch(8)
      runner.runUntilIdle()
    }
    runner.runUntilIdle()
    let child = try #require(recording.stores.last)
    #expect(child.name == "notes")
    #expect(child.stateType == "String")
    #expect(child.parent == root.id.number)
    #expect(child.isGone)
    #expect(recording.state(ofStore: child.id, after: 2) as? String == "8")
    #expect(recording.events().map(\.description).last == "notes: store released")
  }

  @Test func `names the stores of its events after their release, and after its own end`() {
    var root: StateStore<Int, Int>? = counter()
    let recording = root.map { record($0) }
    var child = root?.with("", named: "notes") { (text: inout String, action: Int) in text += "\(action)" }
    child?.dispatch(8)
    root?.dispatch(1)
    runner.runUntilIdle()
    recording?.end()
    runner.runUntilIdle()
    (child, root) = (nil, nil)
    runner.runUntilIdle()
    #expect(recording?.events().map(\.storeName) == ["notes", "notes", "counter"])
    withExtendedLifetime((child, root)) {}
  }

  @Test func `shows states behind middlewares after all levels of an event`() {
    let root = StateStore<Int, Int>(0, runner: runner, middleware: ClosureMiddleware { action, _ in action * 10 }) {
      $0 += $1
    }
    let child = root.with(0, middleware: ClosureMiddleware { action, _ in action == 3 ? nil : action }) { $0 += $1 }
    let recording = record(root)
    for action in 1...3 { child.dispatch(action) }
    runner.runUntilIdle()
    let events = recording.events()
    #expect(events.map { recording.state(of: child, after: $0.number).0 } == [10, 30, 30])
    #expect(events.map { recording.state(of: child, after: $0.number).1 } == [1, 3, 3])
    #expect(events.last?.kind == .dropped)
    #expect(events.last?.action as? Int == 3)
  }

  /// A middleware's levels are steps of their own, but not events.
  @Test(arguments: [false, true])
  func `names an impure reducer with the first event after which its states differ`(hasMiddleware: Bool) throws {
    let calls = Recorder<Int>()
    let reduce: @Sendable (inout Int, Int) -> Void = { count, action in
      calls.record(action)
      count += action == 3 ? calls.values.count : action
    }
    let middleware = ClosureMiddleware<Int, Int> { action, _ in action }
    let store =
      hasMiddleware
      ? StateStore(0, runner: runner, middleware: middleware, reducer: reduce)
      : StateStore(0, runner: runner, reducer: reduce)
    let recording = record(store)
    for action in 1...5 { store.dispatch(action) }
    runner.runUntilIdle()
    let impure = try #require(recording.findImpureReducer())
    #expect(impure.event.action as? Int == 3)
    #expect(impure.store == store.id.number)
  }

  @Test(arguments: [Double.nan, .signalingNaN, -.nan, Double(nan: 5, signaling: false)])
  func `does not blame a pure reducer for NaN`(_ number: Double) {
    let store = StateStore<[Double], Double>([], runner: runner) { $0.append($1) }
    let recording = record(store)
    for action in [number, 1, number] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(recording.findImpureReducer() == nil)
  }

  @Test func `reports no pure reducer, and no store without actions, as impure`() {
    let store = counter()
    let recording = record(store)
    let idle = store.with(0) { (count: inout Int, action: Int) in count += action }
    for action in 1...5 { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(recording.findImpureReducer() == nil)
    withExtendedLifetime(idle) {}
  }

  @Test func `can be read while the tree continues`() async {
    let store = StateStore(0) { (count: inout Int, action: Int) in count += action }
    let recording = store.record(limit: 200)
    await store.settled()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 1...5000 { store.dispatch(1) } }
      group.addTask {
        for _ in 1...50 {
          let (first, last) = (recording.firstEvent, recording.lastEvent)
          let state = recording.state(of: store, after: last)
          #expect(state >= first - 1)
        }
      }
    }
    await store.settled()
    #expect(recording.state(of: store, after: recording.lastEvent) == 5000)
  }

  @Test func `ends when it is released`() {
    let store = counter()
    var recording: Recording? = record(store)
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(recording?.lastEvent == 1)
    recording = nil
    runner.runUntilIdle()
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(store.state == 2)
  }
}
