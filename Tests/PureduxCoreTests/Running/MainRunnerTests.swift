import Dispatch
import Foundation
import PureduxCore
import PureduxTesting
import TestSupport
import Testing

@Suite struct MainRunnerTests {
  @Test @MainActor func `a dispatch on the main thread is reduced and published before it returns`() {
    let seen = Recorder<Int>()
    let store = StateStore<Int, Int>(0, runner: .main) { $0 += $1 }
    let token = store.subscribe { seen.record($0) }
    store.dispatch(1)
    #expect(store.state == 1)
    #expect(seen.values == [0, 1])
    withExtendedLifetime(token) {}
  }

  @Test @MainActor func `on the main thread, a nested dispatch is queued, and delivered before the outer one ends`() {
    let store = StateStore<[Int], Int>([], runner: .main) { $0.append($1) }
    let (weak, during) = (store.weak(), Recorder<[Int]>())
    let token = store.subscribe { state in
      guard state == [1] else { return }
      weak.dispatch(2)
      during.record(weak.state ?? [])
    }
    store.dispatch(1)
    #expect(during.values == [[1]])
    #expect(store.state == [1, 2])
    withExtendedLifetime(token) {}
  }

  @Test @MainActor func `L4: a dispatch from a reducer to another store of the main thread comes after the turn`() async
  {
    let log = Recorder<String>()
    let other = StateStore<Int, Int>(0, runner: .main) { state, action in
      state = action
      log.record("other")
    }
    let misuse = StoreContext.recordingMisuse {
      let store = StateStore<Int, Int>(0, runner: .main) { state, action in
        state = action
        other.dispatch(action)
        log.record("reduced")
      }
      let weak = store.weak()
      let token = other.subscribe { _ in _ = weak.state }
      store.dispatch(1)
      withExtendedLifetime(token) {}
    }
    await other.settled()
    #expect(log.values == ["reduced", "other"])
    #expect(misuse.values.isEmpty)
  }

  @Test @MainActor func `a dispatch inside withState to another store of the main thread comes after the body`() {
    let other = StateStore<Int, Int>(0, runner: .main) { $0 = $1 }
    let seen = Recorder<Int>()
    let misuse = StoreContext.recordingMisuse {
      let store = StateStore<Int, Int>(1, runner: .main) { $0 = $1 }
      let weak = store.weak()
      let token = other.subscribe { seen.record($0 + (weak.state ?? 0)) }
      store.withState { other.dispatch($0) }
      other.dispatch(2)
      withExtendedLifetime(token) {}
    }
    #expect(seen.values == [1, 2, 3])
    #expect(misuse.values.isEmpty)
  }

  /// One of many actions, with its number among those of its source.
  private struct Numbered: Sendable {
    var source: Int
    var number: Int
  }

  private struct Numbers: Sendable {
    var last = [0, 0, 0, 0, 0]
    var outOfOrder = 0

    mutating func reduce(_ action: Numbered) {
      if action.number != last[action.source] + 1 { outOfOrder += 1 }
      last[action.source] = action.number
    }
  }

  @Test @MainActor func `on the main thread, each dispatch is done when it returns, even while other threads dispatch`()
    async
  {
    let count = 3_000
    let (onMain, nested) = (0, 1)
    let store = StateStore<Numbers, Numbered>(Numbers(), runner: .main) { $0.reduce($1) }
    let weak = store.weak()
    let token = store.subscribe(removeDuplicates: .equal { $0.last[onMain] }) { state in
      if state.last[onMain] > 0 { weak.dispatch(Numbered(source: nested, number: state.last[onMain])) }
    }
    let others = DispatchGroup()
    for source in 2..<5 {
      DispatchQueue.global().async(group: others) { @Sendable in
        for number in 1...count { store.dispatch(Numbered(source: source, number: number)) }
      }
    }
    for number in 1...count {
      store.dispatch(Numbered(source: onMain, number: number))
      #expect(store.withState { $0.last[onMain] == number && $0.last[nested] == number })
    }
    await withCheckedContinuation { done in others.notify(queue: .global()) { @Sendable in done.resume() } }
    await store.settled()
    #expect(store.state.last == [count, count, count, count, count])
    #expect(store.state.outOfOrder == 0)
    withExtendedLifetime(token) {}
  }

  @Test @MainActor func `a reducer of the main actor runs on the main actor, whichever thread dispatches`() async {
    final class Model { var changes = 0 }
    let model = Model()
    let store = StateStore<Int, Int>(mainActor: 0) { state, action in
      MainActor.assertIsolated()
      model.changes += 1
      state += action
    }
    await Task.detached { await store.send(1) }.value
    store.dispatch(1)
    #expect(store.state == 2)
    #expect(model.changes == 2)
  }

  @Test @MainActor func `a middleware of a store of the main actor sees an action before its reducer does`() {
    let double = ClosureMiddleware<Int, Int> { action, _ in 2 * action }
    let store = StateStore(mainActor: 0, middleware: double) { (state: inout Int, action: Int) in state += action }
    store.dispatch(2)
    #expect(store.state == 4)
  }

  @Test func `a main-actor store that is driven elsewhere is reported, and its reducer is not called`() {
    let done = DispatchSemaphore(value: 0)
    let misuse = StoreContext.recordingMisuse {
      let context = StoreContext.current
      Thread.detachNewThread {
        let runner = ManualRunner()
        let store = StoreContext.with {
          $0 = context
          $0.runner = runner
        } operation: {
          StateStore<Int, Int>(mainActor: 0) { $0 += $1 }
        }
        store.dispatch(1)
        runner.runUntilIdle()
        #expect(store.state == 0)
        done.signal()
      }
      done.wait()
    }
    #expect(
      misuse.values.map(\.description) == [
        """
        the turn of `1` ran on a thread other than the main thread, but its reducer is isolated to the main actor, \
        so its reducer was not called.
        To fix: run the context's runner, for example the runner of a test, on the main actor.
        """
      ])
  }

  @Test @MainActor func `a dispatch through any form of a store of the main thread is done when it returns`() {
    let (seen, told) = (Recorder<Int>(), Recorder<Int>())
    let middleware = ClosureMiddleware<Int, Int> { action, _ in
      seen.record(action)
      return action
    }
    let root = StateStore<Int, Int>(0, runner: .main, middleware: middleware) { $0 += $1 }
    let tap = root.tap { if case .reduced = $0.kind { told.record(1) } }
    let child = root.with(0) { $0 += $1 }
    let words = child.map(actions: { (word: String) in word.count })
    let part = words.map(state: { $0.1 })
    root.dispatch(1)
    child.dispatch(2)
    words.dispatch("abc")
    part.dispatch("abcd")
    part.weak().dispatch("abcde")
    #expect(part.state == 14)
    #expect(root.state == 15)
    #expect(seen.values == [1, 2, 3, 4, 5])
    #expect(told.values.count == 5)
    withExtendedLifetime(tap) {}
  }

  @Test @MainActor func `after a withState whose body throws, a dispatch is done when it returns as before`() throws {
    let store = StateStore<Int, Int>(0, runner: .main) { $0 += $1 }
    func fail(_ state: Int) throws { throw CancellationError() }
    #expect(throws: CancellationError.self) { try store.withState(fail) }
    store.dispatch(1)
    #expect(store.state == 1)
  }
}
