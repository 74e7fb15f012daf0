import Foundation
import Puredux

/// The whole state: which files there are, and how far each has come.
struct Downloads: Sendable {
  var all: [Download]

  enum Action: Sendable {
    case startAll
    case cancelAll
    /// Cancels what is on its way and starts what is not.
    case toggle(Int)
    case began(Identity, total: Int?)
    case received(Identity, bytes: Int)
    case finished(Identity)
    case failed(Identity, any Error)
  }

  /// Five attempts, after about 0.3, 0.6, 1.2 and 2 seconds, each of ten seconds at most.
  static let policy = RetryPolicy(maxAttempts: 5, base: 0.3, cap: 2, jitter: 0.3, timeout: 10)

  var isOver: Bool { all.allSatisfy { !$0.job.isInProgress && !$0.job.isIdle } }
  var areAllThere: Bool { all.allSatisfy { $0.job.isSuccess } }

  mutating func reduce(_ action: Action) {
    switch action {
    case .startAll: for index in all.indices { all[index].job.run(Self.policy) }
    case .cancelAll: for index in all.indices { all[index].job.cancel() }
    case .toggle(let index): toggle(index)
    case .began(let id, let total):
      change(id) {
        $0.received = 0
        $0.total = total
      }
    case .received(let id, let bytes): change(id) { $0.received += bytes }
    case .finished(let id): change(id) { $0.job.succeed() }
    case .failed(let id, let error): change(id) { $0.job.retryOrFailWith(error, if: Self.isWorthAnotherTry) }
    }
  }

  private mutating func toggle(_ index: Int) {
    guard all.indices.contains(index) else { return }
    if all[index].job.isInProgress { all[index].job.cancel() } else { all[index].job.run(Self.policy) }
  }

  private mutating func change(_ id: Identity, _ change: (inout Download) -> Void) {
    if let index = all.firstIndex(where: { $0.id == id }) { change(&all[index]) }
  }

  /// A server that does not have the file will not have it in a second either.
  private static func isWorthAnotherTry(_ error: any Error) -> Bool {
    if case Fetch.Failure.status(let code) = error { code >= 500 } else { true }
  }
}

extension Downloads {
  /// A store that fetches whatever its state asks for, three files at a time.
  static func makeStore(_ urls: [URL]) -> StateStore<Downloads, Action> {
    StateStore<Downloads, Action>(Downloads(all: urls.map { Download(url: $0) })) { $0.reduce($1) }
      .effect(collection: { $0.all.map(\.job) }, limit: 3, name: "download") { state, job, dispatch in
        guard let url = state.all.first(where: { $0.id == job.id })?.url else { return .postpone }
        return fetch(url, job.id, dispatch)
      }
  }

  private static func fetch(_ url: URL, _ id: Identity, _ dispatch: @escaping Dispatch<Action>) -> Effect {
    Effect(onTimeout: { dispatch(.failed(id, Fetch.Failure.tooSlow)) }, onError: { dispatch(.failed(id, $0)) }) {
      for try await event in Fetch.events(of: url) {
        switch event {
        case .began(let total): dispatch(.began(id, total: total))
        case .received(let bytes): dispatch(.received(id, bytes: bytes))
        }
      }
      dispatch(.finished(id))
    }
  }
}
