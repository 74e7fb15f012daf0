import Puredux

// FOR, GE: effects of the elements of a list that tracks its changes.
extension Workload {
  static let forEach: [Workload] = [
    Workload("FOR-idle", "10,000 elements with idle effects, an action that touches none", actions: 1_000_000) {
      meter in
      let store = makeStore { _ in .other }
      store.dispatch(.fill(10_000, isRunning: false))
      perform(.other, store, times: max(1, meter.actions / 10))
      meter.measure { perform(.other, store, times: $0) }
    },
    Workload("FOR-stay", "10,000 effects of elements at once, each of which succeeds", actions: 10_000) {
      allAtOnce(&$0) { .succeed($0) }
    },
    Workload("FOR-gone", "10,000 effects of elements at once, each result removes its element", actions: 10_000) {
      allAtOnce(&$0) { .remove($0) }
    },
  ]

  /// One size of the same work: one element changes, and all elements have idle effects.
  static func changeOneOfManyEffects(_ meter: inout Meter, _ count: Int) {
    let store = makeStore { _ in .other }
    store.dispatch(.fill(count, isRunning: false))
    perform(.read(0), store, times: max(1, meter.actions / 10))
    meter.measure { perform(.read(0), store, times: $0) }
  }

  private struct Feed: Identifiable, Sendable {
    let id: Int
    var job: Effect.State
    var unread = 0
  }

  private struct Feeds: Sendable {
    var feeds: OrderedState<Feed> = []
    var count = 0

    enum Action: Sendable {
      case fill(Int, isRunning: Bool)
      case succeed(Int)
      case remove(Int)
      case read(Int)
      case other
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .fill(let count, let isRunning):
        feeds = OrderedState((0..<count).map { Feed(id: $0 &* 7_919, job: isRunning ? .running() : .idle()) })
      case .succeed(let id):
        count += 1
        feeds[id: id]?.job.succeed()
      case .remove(let id):
        count += 1
        feeds.remove(id: id)
      case .read(let id): feeds[id: id]?.unread &+= 1
      case .other: count &+= 1
      }
    }
  }

  private static func makeStore(
    _ result: @escaping @Sendable (Int) -> Feeds.Action
  ) -> StateStore<Feeds, Feeds.Action> {
    StateStore<Feeds, Feeds.Action>(Feeds()) { $0.reduce($1) }
      .effect(forEach: { $0.feeds }, job: { $0.job }) { feed, dispatch in Effect { dispatch(result(feed.id)) } }
  }

  private static func perform(_ action: Feeds.Action, _ store: StateStore<Feeds, Feeds.Action>, times: Int) {
    for _ in 0..<times { store.dispatch(action) }
    wait(for: { await store.settled() })
  }

  private static func allAtOnce(_ meter: inout Meter, _ result: @escaping @Sendable (Int) -> Feeds.Action) {
    let (goal, answer) = (meter.actions, Answer.sleeping)
    meter.measureMedian {
      let store = makeStore(result)
      let token = store.subscribe { if $0.count == goal { answer.give() } }
      store.waitUntilSettled()
      return (store, token)
    } _: { subject, actions in
      subject.0.dispatch(.fill(actions, isRunning: true))
      answer.wait()
    }
  }
}
