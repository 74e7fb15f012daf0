import Dispatch
import Foundation
import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

/// Actions that do work.
struct AsyncActionTests {
  protocol Action: Sendable {}
  struct Add: Action { let number: Int }
  struct Wrong: Sendable {}

  /// Records its completion handler, so that the test decides when the result arrives.
  struct Fetch: Action, AsyncAction {
    let begun: Recorder<@Sendable (any Action) -> Void>
    func execute(completeHandler: @escaping @Sendable (any Action) -> Void) { begun.record(completeHandler) }
  }

  /// Reports the queue on which it is executed.
  struct Locate: Action, AsyncAction {
    static let place = DispatchSpecificKey<Int>()

    let dispatchQueue: DispatchQueue
    func execute(completeHandler: @escaping @Sendable (Add) -> Void) {
      completeHandler(Add(number: DispatchQueue.getSpecific(key: Self.place) ?? 0))
    }
  }

  struct Wait: Action, AwaitingAction {
    var result = 1
    func execute() async -> Add? {
      try? await StoreContext.current.clock.sleep(.seconds(1))
      return Add(number: result)
    }
  }

  struct Mistaken: Action, AwaitingAction {
    func execute() async -> Wrong? { Wrong() }
  }

  /// As in Puredux 2: without `@Sendable`, and with the action's protocol as the result.
  struct Seed: Action, AsyncAction {
    func execute(completeHandler: @escaping (any Action) -> Void) { completeHandler(Add(number: 7)) }
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
    let (seen, begun) = (Recorder<[Int]>(), Recorder<@Sendable (any Action) -> Void>())
    let store = StateStore<[Int], any Action>([], runner: .main) { state, action in
      if let add = action as? Add { state.append(add.number) }
    }
    let observing = store.subscribe(removeDuplicates: .asEquatable) { seen.record($0) }
    let tap = store.tap { _ in }
    var token: StoreSubscription? = store.start(Fetch(begun: begun))
    _ = await begun.values(count: 1)
    let isDispatched = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      store.dispatch(Add(number: 1))
      isDispatched.signal()
    }
    isDispatched.wait()
    withExtendedLifetime(token) {}
    token = nil
    #expect(seen.values == [[]])
    await store.settled()
    #expect(seen.values == [[], [1]])
    withExtendedLifetime((observing, tap)) {}
  }

  @Test func `an action with a callback runs on its own queue`() async {
    let queue = DispatchQueue(label: "here")
    queue.setSpecific(key: Locate.place, value: 5)
    let store = StateStore<[Int], any Action>([]) { state, action in
      if let add = action as? Add { state.append(add.number) }
    }
    let states = Recorder<[Int]>()
    let token = store.subscribe { if !$0.isEmpty { states.record($0) } }
    store.dispatch(Locate(dispatchQueue: queue))
    #expect(await states.values(count: 1) == [[5]])
    token.cancel()
  }

  @Test func `actions with a callback and their own queue deliver their results in dispatch order`()
    async
  {
    struct Number: Action, AsyncAction {
      let number: Int
      let dispatchQueue: DispatchQueue
      func execute(completeHandler: @escaping (any Action) -> Void) { completeHandler(Add(number: number)) }
    }
    let (queue, reduced) = (DispatchQueue(label: "in order"), Recorder<Int>())
    let store = StateStore<Int, any Action>(0) { _, action in
      if let add = action as? Add { reduced.record(add.number) }
    }
    for number in 0..<200 { store.dispatch(Number(number: number, dispatchQueue: queue)) }
    #expect(await reduced.values(count: 200) == Array(0..<200))
  }

  @Test func `each result of an action with a callback counts`() async throws {
    let begun = Recorder<@Sendable (any Action) -> Void>()
    let store = store()
    store.dispatch(Fetch(begun: begun))
    lab.settle()
    let complete = try #require(await begun.values(count: 1).first)
    complete(Add(number: 1))
    complete(Add(number: 2))
    lab.settle()
    #expect(store.state == [1, 2])
  }

  @Test func `an action in the form of Puredux 2 compiles and runs`() async {
    let store = StateStore<[Int], any Action>([]) { state, action in
      if let add = action as? Add { state.append(add.number) }
    }
    let states = Recorder<[Int]>()
    let token = store.subscribe { if !$0.isEmpty { states.record($0) } }
    store.dispatch(Seed())
    #expect(await states.values(count: 1) == [[7]])
    token.cancel()
  }

  /// Specifies no queue, and reports whether it runs on the main queue.
  struct LocateByDefault: Action, AsyncAction {
    func execute(completeHandler: @escaping @Sendable (Add) -> Void) {
      completeHandler(Add(number: MainQueue.isCurrent ? 1 : 2))
    }
  }

  @Test func `an action with a callback that names no queue runs in the background`() async {
    let store = StateStore<[Int], any Action>([]) { state, action in
      if let add = action as? Add { state.append(add.number) }
    }
    let states = Recorder<[Int]>()
    let token = store.subscribe { if !$0.isEmpty { states.record($0) } }
    await MainActor.run { store.dispatch(LocateByDefault()) }
    #expect(await states.values(count: 1) == [[2]])
    token.cancel()
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

  @Test func `a token ends the work, and its late result does not land`() async throws {
    let begun = Recorder<@Sendable (any Action) -> Void>()
    let store = store()
    let tokens = [store.start(Wait()), store.start(Fetch(begun: begun))]
    lab.settle()
    let complete = try #require(await begun.values(count: 1).first)
    for token in tokens { token.cancel() }
    complete(Add(number: 2))
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
