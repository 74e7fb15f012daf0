import Foundation
import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

/// Code of programs written for Puredux 2, completed: it compiles, and behaves as documented there.
struct CompatibilityTests {
  struct Something: Sendable {}
  struct Refused: Error {}

  struct AppState: Sendable {
    private(set) var theJob: Effect.State = .idle()

    enum Action: Sendable {
      case jobSuccess(Something)
      case startJob
      case cancelJob
      case jobFailure(any Error)
    }

    mutating func reduce(_ action: Action) {
      switch action {
      case .jobSuccess: theJob.succeed()
      case .startJob: theJob.run()
      case .cancelJob: theJob.cancel()
      case .jobFailure(let error): theJob.retryOrFailWith(error)
      }
    }
  }

  struct Service: Sendable {
    let fails: Bool
    func fetch() async throws -> Something {
      if fails { throw Refused() }
      return Something()
    }
  }

  @Test(arguments: [false, true])
  func `the job of the introduction runs and reports its outcome`(fails: Bool) async {
    let service = Service(fails: fails)
    let ended = Recorder<Effect.State>()
    let store = StateStore<AppState, AppState.Action>(AppState()) { state, action in state.reduce(action) }
      .effect(\.theJob, on: .main) { appState, dispatch in
        Effect {
          do {
            let result = try await service.fetch()
            dispatch(.jobSuccess(result))
          } catch {
            dispatch(.jobFailure(error))
          }
        }
      }
    let token = store.subscribe { if !$0.theJob.isIdle, !$0.theJob.isInProgress { ended.record($0.theJob) } }
    store.dispatch(.startJob)
    let end = await ended.values(count: 1)[0]
    #expect(end.isFailed == fails)
    #expect(end.isSuccess != fails)
    token.cancel()
  }

  @Test func `a key path that is stored in a variable is accepted`() {
    let lab = Lab()
    let path: any KeyPath<AppState, Effect.State> & Sendable = \.theJob
    let store = lab.store(AppState()) { (state: inout AppState, action: AppState.Action) in state.reduce(action) }
    store.effect({ $0[keyPath: path] }) { _, dispatch in Effect { dispatch(.jobSuccess(Something())) } }
    store.dispatch(.startJob)
    lab.settle()
    #expect(store.state.theJob.isSuccess)
  }

  @Test func `run, restart, cancel and retry cause the expected number of executions`() {
    let lab = Lab()
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, _ in
      Effect {
        lab.log.record("execution")
        try? await StoreContext.current.clock.sleep(.seconds(100))
      }
    }
    func executions(after change: @escaping @Sendable (inout Effect.State) -> Void) -> Int {
      store.dispatch(.change(change))
      lab.advance(.seconds(20))
      return lab.log.removeAll().count
    }
    #expect(executions { $0.run(maxAttempts: 3) } == 1)
    #expect(executions { $0.run() } == 0)
    #expect(executions { $0.restart(maxAttempts: 3) } == 1)
    #expect(executions { $0.retryOrFailWith(Refused()) } == 1)
    #expect(executions { $0.cancel() } == 0)
    #expect(executions { $0.run(maxAttempts: 1, delay: 10) } == 1)
    #expect(executions { $0.retryOrFailWith(Refused()) } == 0)
    #expect(executions { $0.reset() } == 0)
  }
}

/// A closure that is written inside a main-actor type runs on another thread without a trap.
@MainActor
struct MainActorOwnerTests {
  private let state = Recorder<Int>()

  @Test func `effects of a main-actor owner are created and run off the main thread`() async {
    let (isOnMain, recorded) = (Recorder<Bool>(), state)
    #expect(MainQueue.isCurrent)
    let store = StateStore<Job, Job.Action>(Job()) { state, action in Job.reduce(&state, action) }
    store.effect({ $0.job }) { _, dispatch in
      isOnMain.record(MainQueue.isCurrent)
      return Effect {
        isOnMain.record(MainQueue.isCurrent)
        dispatch(.result(1))
      }
    }
    let token = store.subscribe { if let result = $0.results.first { recorded.record(result) } }
    store.dispatch(.run)
    #expect(await state.values(count: 1) == [1])
    #expect(isOnMain.values == [false, false])
    token.cancel()
  }

  @Test func `an effect that is isolated to the main actor runs there`() async {
    let shown = Recorder<Bool>()
    let store = StateStore<Job, Job.Action>(Job()) { state, action in Job.reduce(&state, action) }
    store.effect({ $0.job }) { _, _ in Effect { await Self.show(shown) } }
    store.dispatch(.run)
    #expect(await shown.values(count: 1) == [true])
  }

  private static func show(_ shown: Recorder<Bool>) {
    dispatchPrecondition(condition: .onQueue(.main))
    shown.record(true)
  }
}
