import Foundation
import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

/// Actions that do work with `await`.
struct AwaitingActionTests {
  protocol Action: Sendable {}
  struct Add: Action { let number: Int }
  struct Wrong: Sendable {}

  struct Wait: Action, AwaitingAction {
    var result = 1
    func execute() async -> Add? {
      try? await StoreContext.current.clock.sleep(.seconds(1))
      return Add(number: result)
    }
  }

  /// Runs until it is cancelled.
  struct Endless: Action, AwaitingAction {
    let begun: Recorder<Bool>
    func execute() async -> Add? {
      begun.record(true)
      let never = AsyncStream(Void.self) { _ in }
      for await _ in never {}
      return nil
    }
  }

  struct Mistaken: Action, AwaitingAction {
    func execute() async -> Wrong? { Wrong() }
  }

  private let lab = Lab()

  private func store() -> StateStore<[Int], any Action> {
    lab.store([]) { [log = lab.log] (state: inout [Int], action: any Action) in
      log.record("\(type(of: action))")
      if let add = action as? Add { state.append(add.number) }
    }
  }

  @Test func `work begins after the reducer saw the action, and its result is dispatched`() {
    let store = store()
    store.dispatch(Wait())
    lab.settle()
    #expect(lab.log.values == ["Wait"])
    lab.advance(.seconds(1))
    #expect(store.state == [1])
  }

  @Test @MainActor func `on the main thread, releasing the token of tapped work delivers nothing before it returns`()
    async
  {
    let (seen, begun) = (Recorder<[Int]>(), Recorder<Bool>())
    let store = StateStore<[Int], any Action>([], runner: .main) { state, action in
      if let add = action as? Add { state.append(add.number) }
    }
    let observing = store.subscribe(removeDuplicates: .asEquatable) { seen.record($0) }
    let tap = store.tap { _ in }
    var token: StoreSubscription? = store.start(Endless(begun: begun))
    _ = await begun.values(count: 1)
    OtherThread.run { store.dispatch(Add(number: 1)) }
    withExtendedLifetime(token) {}
    token = nil
    #expect(seen.values == [[]])
    await store.settled()
    #expect(seen.values == [[], [1]])
    withExtendedLifetime((observing, tap)) {}
  }

  @Test func `an async action that results from a mapping runs`() {
    let store = store()
    let mapped = store.map(actions: { (number: Int) -> any Action in Wait(result: number) })
    mapped.dispatch(5)
    lab.advance(.seconds(1))
    #expect(store.state == [5])
  }

  @Test func `a result of the wrong type is reported`() throws {
    let store = store()
    store.dispatch(Mistaken())
    lab.settle()
    #expect(try #require(lab.misuse.values.first).description.contains("Wrong"))
    #expect(store.state == [])
  }

  @Test func `a token ends the work, and its late result does not land`() {
    let store = store()
    let token = store.start(Wait())
    lab.settle()
    token.cancel()
    lab.advance(.seconds(1))
    #expect(store.state == [])
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `a released store's actions end with it`() {
    var store: StateStore? = store()
    store?.dispatch(Wait())
    lab.settle()
    #expect(lab.clock.sleeperCount == 1)
    store = nil
    lab.settle()
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `finished work is not retained`() {
    let store = store()
    for _ in 0..<1000 {
      store.dispatch(Mistaken())
      lab.settle()
    }
    #expect(store.node.attachedWork.count < 40)
  }

  @Test func `the tap receives the end of work that ends with its store`() {
    let store = store()
    var child: StateStore? = store.with(0) { _, _ in }
    let story = WorkStory(of: store)
    child?.dispatch(Wait())
    lab.settle()
    child = nil
    lab.settle()
    #expect(story.values == ["started Wait", "cancelled Wait"])
  }

  @Test func `an async action runs although the mapped store that it was sent to is not retained`() {
    let store = store()
    store.map(state: { $0.count }).dispatch(Wait(result: 3))
    store.map(actions: { (number: Int) -> any Action in Wait(result: number) }).dispatch(5)
    lab.advance(.seconds(1))
    #expect(store.state == [3, 5])
  }
}
