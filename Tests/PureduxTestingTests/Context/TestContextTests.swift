import Foundation
import PureduxTesting
import Testing
import ThreadProbes

@Suite struct `A test context` {
  @Test func `runs the stores that are created in it at the test's request`() {
    let context = TestContext()
    let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
    store.dispatch(1)
    #expect(store.state == 0)
    context.runUntilIdle()
    #expect(store.state == 1)
  }

  @Test func `gives the same identities twice`() {
    func identities() -> [Identity] {
      let store = TestContext(identitySeed: 5).run { StateStore<[Identity], Int>([], runner: .main) { state, _ in } }
      return [store.id.tree]
    }
    #expect(identities() == identities())
  }

  @Test func `returns from waiting when another thread dispatches`() async {
    let context = TestContext()
    let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
    DispatchQueue.global().async { store.dispatch(3) }
    await context.waitForWork()
    context.runUntilIdle()
    #expect(store.state == 3)
  }

  @Test(arguments: [false, true])
  func `an observer that drives its own runner is reported, and other stores' turns follow`(byTime: Bool) async {
    await #expect(processExitsWith: .success) { [byTime] in
      // If the inner call never returns, nothing else can end the process.
      alarm(60)
      let context = TestContext()
      let (one, other) = context.run {
        (StateStore<Int, Int>(0) { $0 += $1 }, StateStore<Int, Int>(0) { $0 += $1 })
      }
      let subscription = one.subscribe { state in
        guard state == 1 else { return }
        if byTime { context.advance(by: .seconds(1)) } else { context.runUntilIdle() }
      }
      one.dispatch(1)
      other.dispatch(1)
      context.runUntilIdle()
      subscription.cancel()
      precondition(other.state == 1)
      precondition(context.misuse.values.count == 1)
      precondition(context.clock.now.offset == .zero)
    }
  }

  @Test func `four threads that drive one context are reported, crash nothing, and lose nothing`() async {
    let context = TestContext()
    let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            store.dispatch(1)
            context.runUntilIdle()
            context.advance(by: .seconds(1))
          }
        }
      }
    }
    context.runUntilIdle()
    #expect(store.state == 800)
    #expect(context.misuse.values.allSatisfy { $0.whatHappened.hasPrefix("`runUntilIdle()` was called while") })
  }

  @Test(.disabled(if: ThreadTime.isMultiplied))
  func `two thousand feature tests take less than a second`() {
    let time = ThreadTime.measure {
      for number in 0..<2_000 {
        let store = TestStore { StateStore<Int, Int>(number) { $0 += $1 } }
        store.send(1) { $0 += 1 }
        store.advance(by: .seconds(1))
        store.finish()
      }
    }
    #expect(time < .seconds(1))
  }
}
