import Dispatch
import Foundation
@testable import PureduxCore
import PureduxTesting
import TestSupport
import Testing

@Suite struct ReadingTests {
  let runner = ManualRunner()

  @Test func `the state can be read, and includes all reduced actions`() {
    let store = StateStore<Int, Int>(1, runner: runner) { $0 += $1 }
    #expect(store.state == 1)
    store.dispatch(2)
    runner.runUntilIdle()
    #expect(store.state == 3)
    #expect(store.withState { $0 } == 3)
    #expect(store.with("x") { _, _ in }.map(state: { "\($0.0)\($0.1)" }).state == "3x")
  }

  @Test func `send returns when its action is reduced and published, settled when all earlier actions are`() async {
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    let seen = Recorder<Int>()
    let token = store.subscribe { seen.record($0) }
    await store.send(1)
    #expect(seen.values.last == 1)
    for _ in 0..<100 { store.dispatch(1) }
    await store.settled()
    #expect(seen.values.last == 101)
    withExtendedLifetime(token) {}
  }

  @Test func `L11: a waiting task resumes when the mailbox is released`() async {
    struct NeverRuns: StoreRunner {
      func run(_ work: @escaping @Sendable () -> Void) {}
    }
    await Signal.awaited { done in
      let store = StateStore<Int, Int>(0, runner: NeverRuns()) { $0 += $1 }
      store.node.post(1, then: done)
    }
  }

  @Test func `L11: cancelling the waiting task does not withdraw the action`() async {
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    let task = Task { await store.send(1) }
    task.cancel()
    await task.value
    #expect(store.state == 1)
  }

  @Test func `L11: the state can be read inside an observer, and is the one being published`() {
    let store = StateStore<Int, Int>(0, runner: runner) { $0 += $1 }
    let (weak, pairs) = (store.weak(), Recorder<Bool>())
    let token = store.subscribe { pairs.record($0 == weak.state) }
    store.dispatch(1)
    store.dispatch(1)
    runner.runUntilIdle()
    #expect(pairs.values == [true, true, true])
    withExtendedLifetime(token) {}
  }

  @Test func `L11: reading does not wait for observers`() {
    let store = StateStore<Int, Int>(0) { $0 += $1 }
    let (isObserving, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let token = store.subscribe { state in
      guard state == 1 else { return }
      isObserving.signal()
      mayGoOn.wait()
    }
    store.dispatch(1)
    isObserving.wait()
    #expect(store.state == 1)
    mayGoOn.signal()
    withExtendedLifetime(token) {}
  }

  @Test func `L11: a transform runs without the state lock, so it may read the store`() {
    let store = StateStore<Int, Int>(1, runner: runner) { $0 += $1 }
    let misuse = StoreContext.recordingMisuse {
      let weak = store.weak()
      #expect(store.map(state: { $0 + (weak.state ?? 0) }).state == 2)
      #expect(store.map(state: { $0 + (weak.state ?? 0) }).with(5) { _, _ in }.state == (2, 5))
    }
    #expect(misuse.values.isEmpty)
  }

  @Test func `L13: a reducer that reads its own tree is reported, and receives the state before the turn`() {
    let seen = Recorder<String>()
    let misuse = StoreContext.recordingMisuse {
      let handle = Recorder<WeakStore<(Int, Int), Int>>()
      let root = StateStore<Int, Int>(0, runner: runner) { state, action in
        state += action
        seen.record("\(handle.values[0].state ?? (-1, -1))")
      }
      let child = root.with(0) { $0 += $1 }
      handle.record(child.weak())
      child.dispatch(1)
      child.dispatch(1)
      runner.runUntilIdle()
      #expect(child.state == (2, 2))
    }
    #expect(seen.values == ["(0, 0)", "(1, 1)"])
    #expect(
      misuse.values.first?.description == """
        a reducer read the state of its own store tree, so it received the state before the turn.
        To fix: use the state that is passed to the reducer, or add the needed values to the action.
        """)
  }

  @Test func `L13: a reducer that reads its own tree traps after the report if the earlier state is not kept`() async {
    await #expect(processExitsWith: .failure) {
      let runner = ManualRunner()
      StoreContext.with({ $0.keepsStateBeforeTurn = false }) {
        let handle = Recorder<WeakStore<Int, Int>>()
        let store = StateStore<Int, Int>(0, runner: runner) { state, _ in state = handle.values[0].state ?? 0 }
        handle.record(store.weak())
        store.dispatch(1)
        runner.runUntilIdle()
      }
    }
  }

  @Test func `L13: reading a store inside withState is reported, and succeeds`() {
    let misuse = StoreContext.recordingMisuse {
      let store = StateStore<Int, Int>(4, runner: runner) { $0 += $1 }
      #expect(store.withState { $0 + store.state } == 8)
    }
    #expect(misuse.values.map(\.whatHappened) == ["a store was read inside the body of `withState`"])
  }

  @Test func `L13: reading another store inside withState is reported each time, and succeeds`() {
    let misuse = StoreContext.recordingMisuse {
      let (one, other) = (StateStore<Int, Int>(4, runner: runner) { $0 += $1 }, StateStore<Int, Int>(5) { $0 += $1 })
      #expect(one.withState { $0 + other.state + other.withState { $0 } } == 14)
      #expect(other.state == 5)
    }
    #expect(
      misuse.values.map(\.whatHappened) == Array(repeating: "a store was read inside the body of `withState`", count: 2)
    )
  }

  @Test(arguments: [2, 3, 5])
  func `stores that are read inside each other's withState, in a cycle of threads, do not deadlock`(
    count: Int
  ) async {
    await #expect(processExitsWith: .success) { [count] in
      // If the threads deadlock, nothing else can end the process.
      alarm(60)
      let rounds = 300
      let (told, done) = (Recorder<Misuse>(), DispatchGroup())
      let stores = StoreContext.with({ $0.misuseReporter = told.reporter }) {
        (0..<count).map { number in StateStore<[Int], Int>([number, -number]) { $0 = [$1, -$1] } }
      }
      let wrong = AtomicFlag()
      for number in 0..<count {
        done.enter()
        Thread.detachNewThread {
          for round in 0..<rounds {
            let other = stores[(number + 1) % count]
            stores[number].withState { state in
              let read = round.isMultiple(of: 2) ? other.state : other.withState { $0 }
              if read[0] != -read[1] || state[0] != -state[1] { wrong.raise() }
            }
            other.dispatch(round)
          }
          done.leave()
        }
      }
      await withCheckedContinuation { ended in done.notify(queue: .global()) { ended.resume() } }
      precondition(!wrong.isRaised)
      precondition(told.values.count == count * rounds)
    }
  }

  @Test func `reads of two stores inside each other's withState both succeed and are reported`() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      let (told, done) = (Recorder<Misuse>(), DispatchGroup())
      let (one, other) = StoreContext.with({ $0.misuseReporter = told.reporter }) {
        (StateStore<Int, Int>(1) { $0 += $1 }, StateStore<Int, Int>(2) { $0 += $1 })
      }
      // Both bodies have begun before either of them reads.
      let (mayRead, otherMayRead) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let sums = Recorder<Int>()
      for (mine, theirs, begun, mayGoOn) in [
        (one, other, mayRead, otherMayRead), (other, one, otherMayRead, mayRead),
      ] {
        done.enter()
        Thread.detachNewThread {
          mine.withState { state in
            begun.signal()
            mayGoOn.wait()
            sums.record(state + theirs.state)
          }
          done.leave()
        }
      }
      await withCheckedContinuation { ended in done.notify(queue: .global()) { ended.resume() } }
      precondition(sums.values == [3, 3])
      precondition(told.values.count == 2)
    }
  }

  @Test func `L13: work that a runner does inside withState is reported, and the runner is called again`() async {
    struct AtOnce: StoreRunner {
      func run(_ work: @escaping @Sendable () -> Void) { work() }
    }
    let misuse = Recorder<Misuse>()
    let asked = Recorder<@Sendable () -> Void>()
    struct Asked: StoreRunner {
      let asked: Recorder<@Sendable () -> Void>
      func run(_ work: @escaping @Sendable () -> Void) { asked.record(work) }
    }
    let (inline, byHand) = StoreContext.with {
      $0.misuseReporter = misuse.reporter
    } operation: {
      (
        StateStore<Int, Int>(0, runner: AtOnce()) { $0 += $1 },
        StateStore<Int, Int>(0, runner: Asked(asked: asked)) { $0 += $1 }
      )
    }
    let seen = Recorder<Int>()
    let tokens = [inline.subscribe { seen.record($0) }, byHand.subscribe { seen.record($0) }]
    inline.withState { _ in inline.dispatch(1) }
    #expect(await seen.values(count: 2) == [0, 1])
    byHand.dispatch(2)
    byHand.withState { _ in asked.removeAll()[0]() }
    await asked.values(count: 1)[0]()
    #expect(seen.values == [0, 1, 0, 2])
    withExtendedLifetime(tokens) {}
    #expect(
      misuse.values.map(\.whatHappened)
        == [String](
          repeating: "a store was run inside the body of its own `withState`", count: 2))
  }
}
