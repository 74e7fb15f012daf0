import Puredux

/// A request that is started by an action, recorded in the state, and retried if it fails.
struct Facts: Feature, Equatable {
  enum Action: Sendable { case more, ask, answered(String), failed(any Error) }

  var number = 1
  var fact: String?
  var loading = Effect.State.idle()

  mutating func reduce(_ action: Action) {
    switch action {
    case .more:
      number += 1
      fact = nil
    case .ask: loading.run(RetryPolicy(maxAttempts: 2, base: 0.1))
    case .answered(let fact):
      self.fact = fact
      loading.succeed()
    case .failed(let error): loading.retryOrFailWith(error)
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "fact", onFailure: { .failed($0) }) { facts, dispatch in
      Effect { dispatch(.answered(try await Dependencies[\.fact](facts.number))) }
    }
  ]
}

struct Offline: Error, Equatable {}

extension Dependencies {
  /// Stands in for a server, which fails for the number thirteen.
  @DependencyEntry var fact: @Sendable (_ number: Int) async throws -> String = { number in
    try await StoreContext.current.clock.sleep(.milliseconds(100))
    if number == 13 { throw Offline() }
    return "\(number) is \(number % 2 == 0 ? "even" : "odd")"
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  struct FactsView: View {
    let store: StateStore<Facts, Facts.Action>

    var body: some View {
      StoreView(store) { facts, dispatch in
        Button("\(facts.number)") { dispatch(.more) }
        Button("Ask") { dispatch(.ask) }
        if facts.loading.isInProgress { ProgressView() }
        if let error = facts.loading.error { Text(error.text) }
        if let fact = facts.fact { Text(fact) }
      }
    }
  }
#endif

extension Study {
  static let effectBasics = Study("effects", .effects, "A request that the state starts and records") {
    for number in [1, 13] {
      let stage = Stage(StateStore(feature: Facts(number: number)) { $0.reduce($1) }) { facts in
        let attempt = facts.loading.currentAttempt.map { "asking, attempt \($0 + 1)" }
        return "\(facts.number): \(attempt ?? facts.loading.error?.text ?? facts.fact ?? "no fact")"
      }
      await stage.send(.ask)
      await stage.wait { !$0.loading.isInProgress }
    }
  }
}
