import Puredux
import PureduxCases

/// A take, with the teacher's advice.
struct Review: Feature, Equatable {
  @Cases enum Action: Sendable {
    case ask
    case advised(String)
    case failed(any Error)
  }

  let take: Take
  var advice: String?
  var loading = Effect.State.running(maxAttempts: 3)

  mutating func reduce(_ action: Action) {
    switch action {
    case .ask: loading.run(maxAttempts: 3)
    case .advised(let advice):
      self.advice = advice
      loading.succeed()
    case .failed(let error): loading.retryOrFailWith(error)
    }
  }

  static let effects: Effects = [
    .effect(\.loading, name: "advice", onFailure: Action.failed) { review, dispatch in
      Effect { dispatch(.advised(try await Dependencies[\.advice](review.take))) }
    }
  ]
}
