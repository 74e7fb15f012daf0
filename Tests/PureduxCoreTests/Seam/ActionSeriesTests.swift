import PureduxCore
import PureduxTesting
import Testing

/// Represents several numbers, like a series of a satellite.
private struct Numbers: ActionSeries {
  let numbers: [Int]

  init(_ numbers: Int...) { self.numbers = numbers }

  func startWork(at store: WorkContext) -> StoreSubscription? { nil }

  func post<Action>(
    to actionQueue: ActionQueue<Action>, at store: WorkContext?, _ context: StoreContext,
    unless isStopped: (@Sendable () -> Bool)?, as pending: PendingWork?, then done: (@Sendable () -> Void)?
  ) {
    for case let action as Action in numbers { actionQueue.post(action, unless: AtomicFlag(), keeping: actionQueue) }
    actionQueue.tree.mailbox.post { _ in done?() }
    pending?.begin(nil)
  }

  func begin<Action>(
    in actionQueue: ActionQueue<Action>, at store: WorkContext, unless isStopped: @escaping @Sendable () -> Bool,
    depth: Int, _ turn: borrowing Turn, then done: (@Sendable () -> Void)?
  ) -> StoreSubscription? {
    for case let action as Action in numbers {
      _ = actionQueue.perform(
        action, at: store, unless: nil, isStopped: isStopped, depth: depth + 1, turn, then: nil)
    }
    done?()
    return nil
  }
}

@Suite struct ActionSeriesTests {
  private let runner = ManualRunner()

  /// Stores the actions that its reducer received; its middleware replaces a text by two numbers.
  private func makeStore() -> StateStore<[String], any Sendable> {
    StateStore(
      [], runner: runner,
      middleware: ClosureMiddleware { action, _ -> (any Sendable)? in action is String ? Numbers(1, 2) : action }
    ) { state, action in
      state.append(action is Numbers ? "series" : "\(action)")
    }
  }

  @Test func `the actions of a series are reduced in its place`() {
    let store = makeStore()
    for action in [0, Numbers(1, 2), 3] as [any Sendable] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(store.state == ["0", "1", "2", "3"])
  }

  @Test func `a series that a middleware creates is reduced, and followed by its actions at once`() {
    let store = makeStore()
    for action in ["two", 3] as [any Sendable] { store.dispatch(action) }
    runner.runUntilIdle()
    #expect(store.state == ["series", "1", "2", "3"])
  }

  @Test func `awaiting a series returns when its last action has been reduced`() async {
    let store = StateStore<Int, any Sendable>(0) { state, action in state += action as? Int ?? 0 }
    await store.send(Numbers(1, 2))
    #expect(store.state == 3)
  }

  @Test func `a token of a series that has been reduced has ended`() {
    let store = makeStore()
    let token = store.start(Numbers(1))
    #expect(token.isEnded)
    runner.runUntilIdle()
    #expect(store.state == ["1"])
  }
}
