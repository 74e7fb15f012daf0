import PureduxTesting
import Testing

@testable import PureduxCore

@Suite struct WindowTests {
  private let reports = Recorder<Misuse>()

  private func root() -> StateStore<Int, Int> {
    StoreContext.with {
      $0.misuseReporter = reports.reporter
    } operation: {
      StateStore(0) { $0 += $1 }
    }
  }

  @Test func `a dispatch through a window to a released store is reported, and changes nothing`() async {
    let root = root()
    var child: StateStore<(Int, Int), Int>? = root.with(0) { $0 += $1 }
    let window = child.map { StateStore(node: $0.node.window()) }
    window?.dispatch(1)
    child = nil
    await root.settled()
    #expect(root.state == 1)
    window?.dispatch(1)
    await window?.send(1)
    await root.settled()
    #expect(root.state == 1)
    #expect(window?.state.1 == 1)
    #expect(reports.values.count == 2)
  }

  @Test func `repeated conversion to weak and strong handles leaves nothing behind`() {
    let part = root().map(state: { $0 })
    let again = part.weak().strong()
    #expect(again?.weak().strong()?.node.actionQueue === part.node.actionQueue)
  }

  @Test func `a window on a temporary projection is a window on the underlying store`() async {
    var root: StateStore<Int, Int>? = root()
    let window = root.map {
      StateStore(node: $0.map(state: { "\($0)" }).map(actions: { (_: String) in 1 }).node.window())
    }
    await window?.send("more")
    #expect(window?.state == "1")
    root = nil
    window?.dispatch("more")
    #expect(reports.values.count == 1)
  }

  @Test func `a dispatch through a projection of a window to a released store is reported too`() {
    var root: StateStore<Int, Int>? = root()
    let window = root.map { StateStore(node: $0.node.window()) }
    let part = window?.map(state: { $0 + 1 }).map(actions: { (_: String) in 1 })
    root = nil
    part?.dispatch("late")
    #expect(reports.values.count == 1)
  }

  @Test func `a weak handle of a projection is valid as long as the underlying store exists`() async {
    var root: StateStore<Int, Int>? = root()
    let weak = root.map { $0.map(state: { "\($0)" }).weak() }
    weak?.dispatch(2)
    await root?.settled()
    #expect(weak?.state == "2")
    let strong = weak?.strong()
    root = nil
    #expect(strong?.state == "2")
    strong?.dispatch(1)
    await strong?.settled()
    #expect(weak?.state == "3")
    #expect(reports.values.isEmpty)
  }

  @Test func `a weak handle of a projection does not keep the store alive`() {
    var root: StateStore<Int, Int>? = root()
    let weak = root.map { $0.map(state: { "\($0)" }).weak() }
    root = nil
    #expect(weak?.state == nil)
    weak?.dispatch(1)
    #expect(reports.values.count == 1)
  }

  @Test func `work that was started through a temporary projection can dispatch its results`() async {
    let answers = AsyncStream.makeStream(of: Int.self)
    let store = StateStore<[String], any Sendable>([]) { state, action in
      if let text = action as? String { state.append(text) }
    }
    store.map(state: \.count).dispatch(Fetching(gate: answers.stream))
    await store.settled()
    answers.continuation.yield(5)
    let states = store.subscribed()
    #expect(await states.first { $0 == ["5"] } != nil)
  }

  @Test func `an action that is mapped to an action with work is detected through a window too`() async {
    let answers = AsyncStream.makeStream(of: Int.self)
    let store = StateStore<[String], any Sendable>([]) { state, action in
      if let text = action as? String { state.append(text) }
    }
    let window = StateStore(node: store.map(actions: { (_: Int) in Fetching(gate: answers.stream) }).node.window())
    window.dispatch(1)
    await store.settled()
    answers.continuation.yield(6)
    let states = store.subscribed()
    #expect(await states.first { $0 == ["6"] } != nil)
  }

  @Test func `work that was started through a projection ends with the store`() async {
    let ended = AsyncStream.makeStream(of: Void.self)
    var store: StateStore? = StateStore<Int, any Sendable>(0) { _, _ in }
    store?.map(state: { $0 }).dispatch(Endless(ended: ended.continuation))
    await store?.settled()
    store = nil
    var iterator = ended.stream.makeAsyncIterator()
    #expect(await iterator.next() != nil)
  }
}

/// Dispatches the actions that its gate admits.
private struct Fetching: WorkAction {
  let gate: AsyncStream<Int>

  func startWork(at store: WorkContext) -> StoreSubscription? {
    let task = Task {
      for await number in gate { store.dispatch("\(number)") }
    }
    return StoreSubscription { task.cancel() }
  }
}

/// Continues until it is cancelled.
private struct Endless: WorkAction {
  let ended: AsyncStream<Void>.Continuation

  func startWork(at store: WorkContext) -> StoreSubscription? { StoreSubscription { ended.yield() } }
}

extension StateStore {
  /// The store's states as a stream, until the store is released.
  fileprivate func subscribed() -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self)
    let subscription = subscribe { continuation.yield($0) }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}
