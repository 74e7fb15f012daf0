import Dispatch
import Puredux

#if SWIFT_5_CLIENT
  import EntriesSwift5
#elseif SWIFT_6_CLIENT
  import EntriesSwift6
#else
  import EntriesOnMain
#endif

nonisolated struct JobState: Sendable {
  private(set) var theJob: Effect.State = .idle()
  private(set) var result: String?

  mutating func reduce(_ action: JobAction) {
    switch action {
    case .jobSuccess(let text):
      result = text
      theJob.succeed()
    case .startJob:
      theJob.run()
    case .cancelJob:
      theJob.cancel()
    case .jobFailure(let error):
      theJob.retryOrFailWith(error)
    }
  }
}

nonisolated enum JobAction: Sendable {
  case jobSuccess(String)
  case startJob
  case cancelJob
  case jobFailure(any Error)
}

nonisolated struct Loaded: Action {
  let text: String
}

nonisolated struct Load: Action, AwaitingAction {
  func execute() async -> (any Action)? { Loaded(text: "done") }
}

/// The job of the introduction, an action that does work, and a tree of stores with a job each.
func checkEffects() async {
  let store = StateStore<JobState, JobAction>(JobState()) { state, action in
    state.reduce(action)
  }
  .effect(\.theJob, on: .main) { state, dispatch in
    Effect {
      do {
        let client = Dependencies[\.client]
        let result = try await client.load()
        dispatch(.jobSuccess(result))
      } catch {
        dispatch(.jobFailure(error))
      }
    }
  }
  let screen = store.with(JobState()) { state, action in
    state.reduce(action)
  }
  .effect(\.1.theJob) { state, dispatch in
    Effect { dispatch(.jobSuccess("screen")) }
  }
  store.dispatch(.startJob)
  for await state in store.states() where state.theJob.isSuccess {
    check(state.result == "stopped")
    break
  }
  screen.dispatch(.startJob)
  for await (_, state) in screen.states() where state.theJob.isSuccess {
    check(state.result == "screen")
    break
  }

  let texts = StateStore<[String], any Action>([]) { state, action in
    if let action = action as? Loaded { state.append(action.text) }
  }
  texts.dispatch(Load())
  for await loaded in texts.states() where !loaded.isEmpty {
    check(loaded == ["done"])
    break
  }
}
