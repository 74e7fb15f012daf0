import PureduxEffects
import PureduxTesting
import Testing

/// Errors and timeouts that the attachment handles for all its runs.
struct FailureTests {
  private let lab = Lab()

  private func store(_ effect: Effect) -> StateStore<Job, Job.Action> {
    lab.store(Job(), reducer: Job.reduce).effect(\.job, onFailure: { .failure($0) }) { _, _ in effect }
  }

  @Test func `an error that the effect does not handle becomes the attachment's action`() {
    let store = store(Effect { throw Job.Refused() })
    store.dispatch(.change { $0.run(maxAttempts: 2) })
    lab.advance(.seconds(10))
    #expect(store.state.job.isFailed)
    #expect(store.state.job.error == Effect.Failure(Job.Refused()))
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `a timeout that the effect does not handle becomes an error of the library`() {
    let store = store(Effect(timeout: .seconds(5)) { try await StoreContext.current.clock.sleep(.seconds(60)) })
    store.dispatch(.run)
    lab.advance(.seconds(5))
    #expect(store.state.job.error == Effect.Failure(Effect.TimeoutError(timeout: .seconds(5))))
    #expect(lab.misuse.values.isEmpty)
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `a timeout is passed to onError if there is no onTimeout, and its dispatch counts`() {
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
      Effect(timeout: .seconds(5)) {
        try await StoreContext.current.clock.sleep(.seconds(60))
      } onError: {
        dispatch(.failure($0))
      }
    }
    store.dispatch(.run)
    lab.advance(.seconds(5))
    #expect(store.state.job.error == Effect.Failure(Effect.TimeoutError(timeout: .seconds(5))))
  }

  private struct Library: Sendable {
    var shelves: [Shelf] = []
    struct Shelf: Sendable { var jobs: [Effect.State?] }
  }

  @Test func `an unhandled error or timeout is reported with the job's path in the state`() {
    let library = lab.store(Library()) { (library: inout Library, job: Effect.State) in
      library.shelves = [.init(jobs: []), .init(jobs: [nil, job])]
    }
    let sorter = library.with(0) { (_: inout Int, _: Effect.State) in }
      .effect({ $0.0.shelves.last?.jobs.last.flatMap { $0 } ?? .idle() }, name: "sort") { _, _ in
        Effect(timeout: .seconds(5)) { try await StoreContext.current.clock.sleep(.seconds(60)) }
      }
      .effect(onChange: \.0.shelves.count, name: "count") { _, _ in Effect { throw Job.Refused() } }
    library.dispatch(.running())
    lab.advance(.seconds(5))
    withExtendedLifetime(sorter) {}
    #expect(
      lab.misuse.values.map(\.consequence).sorted() == [
        "it was cancelled, and the job at `\\.0.shelves[1].jobs[1]` stays in progress, because the state was not updated",
        "its work ended, and no action was dispatched",
      ])
  }

  @Test func `an error that the effect handles itself does not reach the attachment`() {
    let taken = Recorder<String>()
    let store = store(
      Effect(timeout: .seconds(5)) {
        throw Job.Refused()
      } onTimeout: {
        taken.record("timeout")
      } onError: {
        taken.record("\($0)")
      })
    store.dispatch(.run)
    lab.settle()
    #expect(taken.values == ["Refused()"])
    #expect(store.state.job.isInProgress)
  }

  @Test func `the errors of a collection come with the state that failed`() {
    let store = Screen.store(in: lab).effect(
      collection: \.jobs, onFailure: { job, error in .done("\(job.currentAttempt ?? -1): \(error)") }
    ) { _, _, _ in Effect { throw Job.Refused() } }
    store.dispatch(.jobs { $0 = [.running()] })
    lab.settle()
    #expect(store.state.done == ["0: Refused()"])
  }

  @Test func `each form of an attachment accepts onFailure`() {
    let jobs = lab.store([Effect.State]()) { (state: inout [Effect.State], job: Effect.State?) in
      if let job { state.append(job) } else { lab.log.record("collection") }
    }
    jobs.effect(collection: \.self, onFailure: { _, _ in nil }) { _, _, _ in Effect { throw Job.Refused() } }
    let job = lab.store(Effect.State.idle()) { (state: inout Effect.State, error: (any Error)?) in
      if let error { state.fail(error) } else { state.run() }
    }
    job.effect(\.self, onFailure: { $0 }) { _, _ in Effect { throw Job.Refused() } }
    let toggle = lab.store(false) { (state: inout Bool, error: (any Error)?) in state = error == nil }
    toggle.effect(toggle: \.self, onFailure: { $0 }) { _, _ in Effect { throw Job.Refused() } }
    let number = lab.store(0) { (state: inout Int, error: (any Error)?) in state += error == nil ? 1 : 10 }
    number.effect(onChange: \.self, onFailure: { $0 }) { state, _ in Effect { if state == 1 { throw Job.Refused() } } }
    lab.settle()
    jobs.dispatch(.running())
    job.dispatch(nil)
    toggle.dispatch(nil)
    number.dispatch(nil)
    lab.settle()
    #expect(lab.log.values == ["collection"])
    #expect(job.state.isFailed)
    #expect(toggle.state == false)
    #expect(number.state == 11)
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `effects run with the priority that their attachment names`() async {
    let priorities = Recorder<TaskPriority>()
    let store = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce).effect(\.job, priority: .background) { _, _ in
      priorities.record(Task.currentPriority)
      return Effect { priorities.record(Task.currentPriority) }
    }
    store.dispatch(.run)
    #expect(await priorities.values(count: 2) == [.background, .background])
  }
}
