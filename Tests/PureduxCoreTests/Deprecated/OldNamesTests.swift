@testable import PureduxCore
import PureduxTesting
import Testing

/// Names of Puredux 2 behave as before, or as the article says.
@Suite struct OldNamesTests {
  struct State: Sendable { var count = 0, name: String? }
  enum Action: Sendable { case add(Int), name(String?), again }

  @Sendable private static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let amount): state.count += amount
    case .name(let name): state.name = name
    case .again: break
    }
  }

  private let runner = ManualRunner()

  @available(*, deprecated)
  @Test func `a weak handle with its old name shows the store and does not retain it`() {
    let root = StateStore(State(), runner: runner, reducer: Self.reduce)
    var child: StateStore<(State, Int), Action>? = root.with(0) { count, _ in count += 1 }
    let weak = child?.weak()
    let handle = child?.weakStore()
    handle?.dispatch(.add(1))
    runner.runUntilIdle()
    #expect(handle?.state.1 == 1)
    #expect(root.state.count == 1)
    child = nil
    #expect(weak?.strong() == nil)
  }

  @available(*, deprecated)
  @Test func `an old weak handle keeps the last state until the handle is released`() {
    final class Content: Sendable {}
    var content: Content? = Content()
    let probe = WeakReference(content ?? Content())
    var store = content.map { StateStore<Content, Int>($0, runner: runner) { _, _ in } }
    content = nil
    let weak = store?.weak()
    var old = store?.weakStore()
    #expect(weak?.state != nil && !probe.isGone)
    store = nil
    #expect(weak?.state == nil)
    #expect(old.map { $0.state === probe.object } == true)
    old = nil
    #expect(probe.isGone)
  }

  @available(*, deprecated)
  @Test func `a predicate compares like the filter from which it was created`() {
    let predicate: Equating<State>.Predicate = Equating.equal { $0.count }.predicate
    #expect(predicate(State(count: 1, name: "a"), State(count: 1, name: "b")))
    #expect(!predicate(State(count: 1), State(count: 2)))
  }

}
