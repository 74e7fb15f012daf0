import Foundation
import Puredux

/// The whole state: the files, and the progress of each.
struct Downloads: Codable, Sendable {
  var all: OrderedState<Download>
  var policy: RetryPolicy

  enum Action: Codable, Sendable {
    case startAll
    case cancelAll
    /// Cancels the download if it is running, and starts it otherwise.
    case toggle(Int)
    case progressed(Identity, Download.Progress)
    case saved(Identity, as: String)
    case finished(Identity)
    /// An attempt failed. The effect decides whether to retry, because only the effect has the original error.
    case stopped(Identity, Effect.Failure, isWorthAnotherTry: Bool)

    static func failed(_ id: Identity, _ error: any Error) -> Action {
      .stopped(id, Effect.Failure(error), isWorthAnotherTry: isWorthAnotherTry(error))
    }

    /// A file that is missing or too large will still be so in a second.
    private static func isWorthAnotherTry(_ error: any Error) -> Bool {
      switch error {
      case Fetch.Failure.status(let code): code >= 500
      case Fetch.Failure.tooLarge, is PartialFile.Failure: false
      default: true
      }
    }
  }

  /// Five attempts at each file, after about 0.3, 0.6, 1.2 and 2 seconds.
  init(_ urls: [URL], timeout: TimeInterval) {
    all = OrderedState(urls.map { Download(url: $0) })
    policy = RetryPolicy(maxAttempts: 5, base: 0.3, cap: 2, jitter: 0.3, timeout: timeout)
  }

  var isOver: Bool { all.allSatisfy { !$0.job.isInProgress && !$0.job.isIdle } }
  var areAllThere: Bool { all.allSatisfy { $0.job.isSuccess } }

  mutating func reduce(_ action: Action) {
    switch action {
    case .startAll: for index in all.indices where !all[index].job.isInProgress { all[index].start(policy) }
    case .cancelAll: for index in all.indices { all[index].job.cancel() }
    case .toggle(let index): toggle(index)
    case .progressed(let id, let progress): change(id) { $0.progress = progress }
    case .saved(let id, let name): change(id) { $0.savedAs = name }
    case .finished(let id): change(id) { $0.job.succeed() }
    case .stopped(let id, let error, let isWorthAnotherTry):
      change(id) { $0.job.retryOrFailWith(error) { _ in isWorthAnotherTry } }
    }
  }

  private mutating func toggle(_ index: Int) {
    guard all.indices.contains(index) else { return }
    if all[index].job.isInProgress { all[index].job.cancel() } else { all[index].start(policy) }
  }

  private mutating func change(_ id: Identity, _ change: (inout Download) -> Void) {
    if let index = all.index(id: id) { change(&all[index]) }
  }
}

extension Downloads {
  /// A store that fetches the files that its state requests, three at a time.
  ///
  /// The list tracks which downloads have changed, so the cost of an action does not depend on their number: `job` is
  /// read only for the changed download.
  static func makeStore(
    _ urls: [URL], _ limits: Fetch.Limits, job: @escaping @Sendable (Download) -> Effect.State? = { $0.job }
  ) -> StateStore<Downloads, Action> {
    StateStore<Downloads, Action>(Downloads(urls, timeout: limits.timeout), named: "downloads") { $0.reduce($1) }
      .effect(forEach: \.all, job: job, limit: 3, name: "download") { fetch($0, limits, $1) }
  }

  private static func fetch(
    _ download: Download, _ limits: Fetch.Limits, _ dispatch: @escaping Dispatch<Action>
  ) -> Effect {
    let id = download.id
    return Effect {
      for try await event in Fetch.events(of: download.url, named: download.name, limits) {
        switch event {
        case .progress(let progress): dispatch(.progressed(id, progress))
        case .saved(let name): dispatch(.saved(id, as: name))
        }
      }
      dispatch(.finished(id))
    } onTimeout: {
      dispatch(.failed(id, Fetch.Failure.tooSlow))
    } onError: {
      dispatch(.failed(id, $0))
    }
  }
}
