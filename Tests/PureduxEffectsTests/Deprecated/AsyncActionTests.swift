import Dispatch
import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

/// Actions of Puredux 2 that do work with a completion handler.
struct AsyncActionTests {
  protocol Action: Sendable {}
  struct Add: Action { let number: Int }

  /// Records its completion handler, so that the test decides when the result arrives.
  @available(*, deprecated)
  struct Fetch: Action, AsyncAction {
    let begun: Recorder<@Sendable (any Action) -> Void>
    func execute(completeHandler: @escaping @Sendable (any Action) -> Void) { begun.record(completeHandler) }
  }

  /// Reports the queue on which it is executed.
  @available(*, deprecated)
  struct Locate: Action, AsyncAction {
    static let place = DispatchSpecificKey<Int>()

    let dispatchQueue: DispatchQueue
    func execute(completeHandler: @escaping @Sendable (Add) -> Void) {
      completeHandler(Add(number: DispatchQueue.getSpecific(key: Self.place) ?? 0))
    }
  }

  /// As in Puredux 2: without `@Sendable`, and with the action's protocol as the result.
  @available(*, deprecated)
  struct Seed: Action, AsyncAction {
    func execute(completeHandler: @escaping (any Action) -> Void) { completeHandler(Add(number: 7)) }
  }

  private let lab = Lab()

  private func store() -> StateStore<[Int], any Action> {
    lab.store([]) { (state: inout [Int], action: any Action) in
      if let add = action as? Add { state.append(add.number) }
    }
  }

  @available(*, deprecated)
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

  @available(*, deprecated)
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

  @available(*, deprecated)
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

  @available(*, deprecated)
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
  @available(*, deprecated)
  struct LocateByDefault: Action, AsyncAction {
    func execute(completeHandler: @escaping @Sendable (Add) -> Void) {
      completeHandler(Add(number: MainQueue.isCurrent ? 1 : 2))
    }
  }

  @available(*, deprecated)
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

  @available(*, deprecated)
  @Test func `a token ends the work with a callback, and its late result does not land`() async throws {
    let begun = Recorder<@Sendable (any Action) -> Void>()
    let store = store()
    let token = store.start(Fetch(begun: begun))
    lab.settle()
    let complete = try #require(await begun.values(count: 1).first)
    token.cancel()
    complete(Add(number: 2))
    lab.settle()
    #expect(store.state == [])
  }
}
