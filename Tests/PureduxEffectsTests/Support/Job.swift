import PureduxEffects

/// One piece of work, and its outcome.
struct Job: Sendable {
  var job = Effect.State.idle()
  var results: [Int] = []
  var other = 0

  enum Action: Sendable {
    case change(@Sendable (inout Effect.State) -> Void)
    case result(Int)
    case fail(Refused)
    case failure(any Error)
    case other
  }

  struct Refused: Error {}

  static let reduce: Reducer<Job, Action> = { state, action in
    switch action {
    case .change(let change): change(&state.job)
    case .result(let result): state.results.append(result)
    case .fail(let error): state.job.retryOrFailWith(error)
    case .failure(let error): state.job.retryOrFailWith(error)
    case .other: state.other += 1
    }
  }
}

extension Job.Action {
  static let run = Self.change { $0.run() }
  static let cancel = Self.change { $0.cancel() }
  static let restart = Self.change { $0.restart() }
}
