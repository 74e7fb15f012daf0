import Foundation
import PureduxTesting
import Testing

@testable import PureduxRecording

@Suite struct `The events that a recorder stores` {
  private let runner = ManualRunner()

  private func counter() -> StateStore<Int, Int> {
    StateStore(0, runner: runner) { (count: inout Int, action: Int) in count += action }
  }

  private func record<State, Action>(_ store: StateStore<State, Action>, chunkSize: Int = 8) -> KeptRecording {
    let recording = KeptRecording(store, chunkSize: chunkSize)
    runner.runUntilIdle()
    return recording
  }

  @Test func `the state after each step is computed again, whatever chunk the step is in`() {
    let store = counter()
    store.dispatch(100)
    let recording = record(store, chunkSize: 3)
    for number in 1...10 { store.dispatch(number) }
    runner.runUntilIdle()
    #expect(recording.steps.count == 10)
    for count in 0...10 {
      #expect(recording.state(of: store, after: count) == 100 + (1...10).prefix(count).reduce(0, +))
    }
    #expect(store.state == 155)
  }

  @Test func `actions that waited when recording began are not recorded`() {
    let store = counter()
    store.dispatch(1)
    let recording = KeptRecording(store)
    store.dispatch(2)
    runner.runUntilIdle()
    #expect(recording.steps.count == 1)
    #expect(recording.state(of: store, after: 0) == 1)
  }

  @Test func `children, grandchildren and projections have consistent past states`() {
    let root = counter()
    let child = root.with("") { (text: inout String, action: Int) in text += "\(action)" }
    let grandchild = child.with([Int]()) { (parent, list: inout [Int], action: Int) in
      list.append(parent.0 + action)
    }
    let shown = grandchild.map(state: { "\($0.0.0) \($0.0.1) \($0.1)" })
    let recording = record(root)
    grandchild.dispatch(1)
    root.dispatch(2)
    child.dispatch(3)
    grandchild.dispatch(4)
    runner.runUntilIdle()
    let past = (0...4).map { recording.state(of: shown, after: $0) }
    #expect(past == ["0  []", "1 1 [1]", "3 1 [1]", "6 13 [1]", "10 134 [1, 10]"])
    #expect(past.last == shown.state)
  }

  @Test func `embedded actions are recorded as they were dispatched`() {
    let root = counter()
    let texts = root.map(actions: { (text: String) in text.count })
    let recording = record(root)
    texts.dispatch("four")
    runner.runUntilIdle()
    #expect(recording.all[0].logs[0].action(at: 0) as? String == "four")
    #expect(recording.state(of: root, after: 1) == 4)
  }

  @Test func `each level that reduces behind a middleware is a step with the action as it arrived there`() {
    let root = StateStore<Int, Int>(0, runner: runner, middleware: ClosureMiddleware { action, _ in action * 10 }) {
      $0 += $1
    }
    let child = root.with(0, middleware: ClosureMiddleware { action, _ in action == 3 ? nil : action + 1 }) { $0 += $1 }
    let recording = record(root)
    for action in 1...3 { child.dispatch(action) }
    runner.runUntilIdle()
    #expect(
      recording.steps.map(\.kind) == [.dispatch, .level, .level, .dispatch, .level, .level, .dropped])
    #expect(recording.state(of: child, after: 3)! == (20, 2))
    #expect(recording.state(of: child, after: 7)! == (50, 5))
    #expect(child.state == (50, 5))
  }

  @Test func `an action whose stores were all released is recorded as dropped`() {
    let browser = StateStore(0, runner: runner) { (tabs: inout Int, change: Int) in tabs += change }
    let lifetime = Lifetime(in: browser.node.tree, inside: nil)
    let page = StateStore(node: browser.node.gated(by: lifetime))
      .with(0) { (count: inout Int, _: Int) in count += 1 }
    let recording = record(browser)
    browser.dispatch(1)
    runner.runUntilIdle()
    lifetime.close()
    page.dispatch(5)
    runner.runUntilIdle()
    #expect(recording.steps.map(\.kind).filter { $0 != .note } == [.turn, .dropped])
  }

  @Test func `a state that was replaced is a step of its own`() {
    let store = counter()
    let recording = record(store)
    store.dispatch(1)
    #expect(store.node.replaceOwnState { _ in 50 })
    store.dispatch(2)
    runner.runUntilIdle()
    #expect(recording.steps.map(\.kind) == [.turn, .replacement, .turn])
    #expect((0...3).map { recording.state(of: store, after: $0) } == [0, 1, 50, 52])
  }

  @Test func `a dispatch in an observer, a middleware or work is caused by the turn in which it happened`() {
    let store = StateStore<Int, Int>(
      0, runner: runner,
      middleware: ClosureMiddleware { action, store in
        if action == 1 { store.dispatch(10) }
        return action
      }
    ) { $0 += $1 }
    let subscription = store.subscribe { state in if state == 1 { store.dispatch(20) } }
    let recording = record(store)
    store.dispatch(1)
    store.dispatch(2)
    runner.runUntilIdle()
    let events = recording.steps.indices.filter { recording.steps[$0].isEvent }
    let causes = recording.causes
    #expect(events.map { causes[$0] } == [0, 0, 1, 1])
    withExtendedLifetime(subscription) {}
  }

  @Test func `actions dispatched by another tree's turn have no cause here`() {
    let (first, second) = (counter(), counter())
    let subscription = first.subscribe { state in if state == 1 { second.dispatch(5) } }
    let (recording, other) = (record(first), record(second))
    first.dispatch(1)
    runner.runUntilIdle()
    #expect(recording.causes == [0])
    #expect(other.causes == [0])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a replayed reducer receives the same identities and times`() {
    let clock = TestClock()
    StoreContext.with({ $0.clock = StoreClock(clock) }) {
      let store = StateStore([String](), runner: runner) { (list: inout [String], _: Int) in
        list.append("\(Identity()) at \(StoreContext.current.clock.now())")
      }
      let recording = record(store, chunkSize: 2)
      for _ in 1...5 { store.dispatch(0) }
      runner.runUntilIdle()
      for count in 0...5 { #expect(recording.state(of: store, after: count) == Array(store.state.prefix(count))) }
    }
  }

  @Test func `created and released stores are recorded, with their types and parents`() {
    let root = counter()
    let recording = record(root)
    do {
      let child = root.with("", named: "child") { (text: inout String, action: Int) in text += "\(action)" }
      child.dispatch(1)
      runner.runUntilIdle()
    }
    runner.runUntilIdle()
    let notes = recording.all[0].notes
    #expect(recording.notes == ["store of String created", "store released"])
    #expect(notes.map(\.storeName) == ["child", "child"])
    guard case .storeMade(let parent, _, let actionType) = notes[0].kind else { return #expect(Bool(false)) }
    #expect(parent == root.id)
    #expect(actionType == "Int")
  }

  @Test func `a reducer's misuse is recorded in its turn, and is not reported again by a replay`() {
    let misuses = Recorder<Misuse>()
    StoreContext.with({ $0.misuseReporter = MisuseReporter { misuses.record($0) } }) {
      let store = StateStore(0, runner: runner) { (count: inout Int, action: Int) in
        count += action
        StoreContext.current.report(Misuse("it went wrong", so: "nothing", fix: "nothing"))
      }
      let recording = record(store)
      store.dispatch(1)
      runner.runUntilIdle()
      #expect(recording.steps.map(\.kind) == [.turn, .note])
      #expect(recording.causes == [0, 1])
      #expect(recording.state(of: store, after: 2) == 1)
      #expect(misuses.values.count == 1)
    }
  }

  @Test func `a turn reports how many observers it called`() {
    let store = counter()
    let all = store.subscribe { _ in }
    let even = store.subscribe(removeDuplicates: .equal { $0 / 2 }) { _ in }
    runner.runUntilIdle()
    let recording = record(store)
    for _ in 1...3 { store.dispatch(1) }
    runner.runUntilIdle()
    #expect(recording.steps.map(\.observers) == [1, 2, 1])
    withExtendedLifetime((all, even)) {}
  }

  @Test func `an ended recording records nothing more, and keeps no tree alive`() {
    weak var tree: StoreTree?
    do {
      let store = counter()
      tree = store.node.tree
      let recording = record(store)
      store.dispatch(1)
      recording.end()
      store.dispatch(2)
      runner.runUntilIdle()
      #expect(recording.steps.count == 1)
    }
    runner.runUntilIdle()
    #expect(tree == nil)
  }

  @Test func `a recording does not retain a tree whose root was released`() {
    weak var tree: StoreTree?
    do {
      let store = counter()
      tree = store.node.tree
      _ = record(store)
      store.dispatch(1)
    }
    runner.runUntilIdle()
    #expect(tree == nil)
  }

  @Test func `actions keep their causes when one recording immediately follows another`() {
    let store = counter()
    let first = record(store)
    store.dispatch(1)
    first.end()
    let second = KeptRecording(store)
    let subscription = store.subscribe { state in if state == 3 { store.dispatch(10) } }
    store.dispatch(2)
    runner.runUntilIdle()
    #expect(first.steps.count == 1)
    #expect(second.causes == [0, 1])
    withExtendedLifetime(subscription) {}
  }
}
