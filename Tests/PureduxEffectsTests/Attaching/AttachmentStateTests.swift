import PureduxEffects
import PureduxTesting
import Testing

/// The data that an attachment retains of the states that it has compared.
struct AttachmentStateTests {
  private let lab = Lab()

  struct Jobs: Sendable {
    var all = (0..<1000).map { _ in Effect.State.idle() }
    var address: UInt { all.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
  }

  /// A store whose actions run the work that they name, or change nothing.
  private func store() -> StateStore<Jobs, Int?> {
    lab.context {
      StoreContext.with({ $0.keepsStateBeforeTurn = false }) {
        StateStore(Jobs(), runner: lab.runner) { state, index in if let index { state.all[index].restart() } }
      }
    }
    .effect(collection: \.all) { [lab] state, job, _ in
      lab.log.record("\(state.all.firstIndex(of: job) ?? -1)")
      return Effect {}
    }
  }

  private func dispatch(_ index: Int?, to store: StateStore<Jobs, Int?>) {
    store.dispatch(index)
    lab.settle()
  }

  @Test func `L9: a collection that changes with each action is changed in place`() {
    let store = store()
    dispatch(0, to: store)
    let address = store.withState { $0.address }
    for index in 1..<10 { dispatch(index, to: store) }
    #expect(store.withState { $0.address } == address)
    #expect(lab.log.values == (0..<10).map(String.init))
  }

  @Test func `no change is missed, whether the previous effect state was idle or had just changed`() {
    let store = store()
    for index in [nil, 0, 1, nil, 1, nil, nil, 2, 2, nil, 0] { dispatch(index, to: store) }
    #expect(lab.log.values == ["0", "1", "1", "2", "2", "0"])
  }

  @Test func `no state is retained for work that was stopped before it was created`() {
    final class Token: Sendable {}
    struct Held: Sendable {
      var token: Token?
      var jobs = [Effect.State.running(), .running()]
    }
    let store = lab.store(Held(token: Token())) { (state: inout Held, isEnd: Bool) in
      if isEnd { state.token = nil } else { state.jobs[1].cancel() }
    }
    store.effect(collection: \.jobs) { _, _, _ in Effect { try? await StoreContext.current.clock.sleep(.seconds(10)) } }
    lab.runner.runUntilIdle()
    weak let token = store.state.token
    store.dispatch(false)
    lab.runner.runUntilIdle()
    store.dispatch(true)
    lab.settle()
    #expect(lab.clock.sleeperCount == 1)
    #expect(token == nil)
  }
}
