package import Puredux

/// The synchronization of the list with a server.
package struct TodoSync: Sendable, Equatable, Codable {
  package enum Action: Sendable, Codable {
    case start
    case cancel
    /// This fraction of the list is sent, from 0 to 1.
    case progress(Double)
    case finish
    case fail(Effect.Failure)
  }

  /// Three attempts, with delays of half a second and a second after a failure.
  private static let policy = RetryPolicy(maxAttempts: 3, base: 0.5)

  package private(set) var job = Effect.State.idle()
  /// The fraction of the list that is sent, from 0 to 1.
  package private(set) var progress = 0.0

  package init() {}

  mutating func reduce(_ action: Action) {
    switch action {
    case .start:
      if !job.isInProgress { progress = 0 }
      job.run(Self.policy)
    case .cancel: job.cancel()
    case .progress(let progress): self.progress = progress
    case .finish: job.succeed()
    case .fail(let error):
      progress = 0
      job.retryOrFailWith(error)
    }
  }
}

extension TodoStore {
  /// Sends the list to a server whenever the state requests it.
  func synchronizing(with server: TodoServer) -> TodoStore {
    effect(\.sync.job, name: "synchronize", onFailure: { .sync(.fail(Effect.Failure($0))) }) { state, dispatch in
      Effect {
        let (items, attempt) = (state.list.items.elements, state.sync.job.currentAttempt ?? 0)
        let size = max(1, (items.count + Self.batchCount - 1) / Self.batchCount)
        for start in stride(from: 0, to: items.count, by: size) {
          let end = min(start + size, items.count)
          try await server.send(items[start..<end], attempt)
          dispatch(.sync(.progress(Double(end) / Double(items.count))))
        }
        dispatch(.sync(.finish))
      }
    }
  }

  private static var batchCount: Int { 20 }
}
