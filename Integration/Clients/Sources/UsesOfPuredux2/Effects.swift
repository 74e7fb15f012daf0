import Foundation
import Puredux

struct Jobs {
  var job: Effect.State = .idle()
  var other: Effect.State = .idle()
  var jobs: [Effect.State] = [.running(), .running(maxAttempts: 3), .running(maxAttempts: 3, delay: 1)]
  var isOn = false
  var query = ""

  mutating func change(_ error: Error) {
    job.run()
    job.run(maxAttempts: 3)
    job.run(maxAttempts: 3, delay: 1)
    job.restart()
    job.restart(maxAttempts: 3, delay: 1)
    job.retryOrFailWith(error)
    job.retryOrFailWith(nil)
    job.cancel()
    job.succeed()
    job.reset()
    job.fail(error)
    job.fail(nil)
  }

  func describe() -> String {
    let flags = [job.isIdle, job.isInProgress, job.isSuccess, job.isFailed, job.isCancelled]
    let status: Effect.State.Status = job.status
    switch status {
    case .idle, .inProgress, .success, .failure, .cancelled: break
    }
    let number: Int = status.rawValue
    let error: Error? = job.error
    return
      "\(flags) \(number) \(String(describing: error)) \(job.currentAttempt ?? 0) \(job.delay ?? 0) \(job == other)"
  }
}

func work() async {}

func makeEffects() {
  _ = Effect {}
  _ = Effect { await work() }
  _ = Effect(operation: { print("done") })
  _ = Effect(operation: { await work() })
  _ = Effect.postpone
}

let createJob: StateStore<Jobs, Action>.CreateEffect = { state, dispatch in
  Effect { dispatch(Rename(title: state.query)) }
}

func attachEffects() {
  let store = StateStore<Jobs, Action>(Jobs()) { _, _ in }
    .effect(\.job) { _, dispatch in Effect { dispatch(Increment()) } }
    .effect(\.job, on: .main) { _, dispatch in Effect { dispatch(Increment()) } }
    .effect(\.other, on: .global(), create: createJob)
    .effect(toggle: \.isOn) { _, dispatch in Effect { dispatch(Increment()) } }
    .effect(toggle: \.isOn, on: .main, create: createJob)
    .effect(onChange: \.query) { state, dispatch in Effect { dispatch(Rename(title: state.query)) } }
    .effect(onChange: \.query, on: .main, create: createJob)
    .effect(collection: \.jobs) { _, job, dispatch in Effect { if job.isInProgress { dispatch(Increment()) } } }

  store.effect(
    collection: \.jobs, on: .main,
    forEach: { _, job, dispatch in
      Effect { if job.isInProgress { dispatch(Increment()) } }
    })
}

struct Fetch: Action, AsyncAction {
  func execute(completeHandler: @escaping (Action) -> Void) { completeHandler(Increment()) }
}

struct FetchOnQueue: Action, AsyncAction {
  var dispatchQueue: DispatchQueue { .main }
  func execute(completeHandler: @escaping (Increment) -> Void) { completeHandler(Increment()) }
}
