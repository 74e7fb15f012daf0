import Puredux

/// A number and two buttons.
struct Counter: Feature, Equatable {
  enum Action: Equatable, Sendable { case increment, decrement }

  var count = 0

  mutating func reduce(_ action: Action) {
    switch action {
    case .increment: count += 1
    case .decrement: count -= 1
    }
  }
}

/// The same feature twice. The parent calls the reducers of its parts.
struct TwoCounters: Feature, Equatable {
  enum Action: Equatable, Sendable { case first(Counter.Action), second(Counter.Action) }

  var first = Counter()
  var second = Counter()

  mutating func reduce(_ action: Action) {
    switch action {
    case .first(let action): first.reduce(action)
    case .second(let action): second.reduce(action)
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct CounterView: View {
    let store: StateStore<Counter, Counter.Action>

    var body: some View {
      StoreView(store) { counter, dispatch in
        Button("Less") { dispatch(.decrement) }
        Text("\(counter.count)")
        Button("More") { dispatch(.increment) }
      }
    }
  }

  /// Each counter's view has a store of its own part, and is evaluated only if that part has changed.
  struct TwoCountersView: View {
    let store: StateStore<TwoCounters, TwoCounters.Action>

    var body: some View {
      VStack {
        CounterView(store: store.part(\.first, TwoCounters.Action.first))
        CounterView(store: store.part(\.second, TwoCounters.Action.second))
      }
    }
  }
#endif

extension Study {
  static let counters = Study("counters", .basics, "One counter, and two counters in one state") {
    let stage = Stage(StateStore(feature: TwoCounters()) { $0.reduce($1) }) {
      "first \($0.first.count), second \($0.second.count)"
    }
    for action in [TwoCounters.Action.first(.increment), .second(.decrement), .first(.increment)] {
      await stage.send(action)
    }
  }
}
