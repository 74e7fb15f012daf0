// The code of the article "Testing a feature", compiled and run.
import PureduxCases
import PureduxEffects
import PureduxTesting
import Testing

struct AppState: Sendable {
  var theJob = Effect.State.idle()
  var result: String?

  enum Action: Sendable {
    case startJob
    case cancelJob
    case jobSuccess(String)
    case jobFailure(any Error)
  }

  mutating func reduce(_ action: Action) {
    switch action {
    case .startJob: theJob.run(maxAttempts: 2)
    case .cancelJob: theJob.cancel()
    case .jobSuccess(let text):
      theJob.succeed()
      result = text
    case .jobFailure(let error): theJob.retryOrFailWith(error)
    }
  }

  static func store(fetch: @escaping @Sendable () async throws -> String) -> StateStore<AppState, Action> {
    StateStore<AppState, Action>(AppState()) { state, action in state.reduce(action) }
      .effect(\.theJob, name: "the job") { _, dispatch in
        Effect {
          do { dispatch(.jobSuccess(try await fetch())) } catch { dispatch(.jobFailure(error)) }
        }
      }
  }
}

@Cases enum WatchAction: Sendable {
  case start, tick(Int)
}

@Cases enum ScreenAction: Sendable {
  case watch(WatchAction)
}

@Suite struct `The job` {
  struct Offline: Error, Equatable {}

  @Test func `starts, is tried again, succeeds, fails for good, and can be cancelled`() {
    let answers = Recorder<Result<String, Offline>>()
    let requests = Recorder<Duration>()
    let store = TestStore {
      AppState.store {
        requests.record(StoreContext.current.clock.now())
        try await StoreContext.current.clock.sleep(.seconds(1))
        return try answers.next().get()
      }
    }

    answers.record(.failure(Offline()))
    store.send(.startJob) { $0.theJob.run(maxAttempts: 2) }
    store.advance(by: .seconds(1))
    store.receive(.jobFailure(Offline())) { $0.theJob.retryOrFailWith(Offline()) }

    answers.record(.success("42"))
    store.advance(by: .milliseconds(1_999))
    #expect(requests.values == [.seconds(0)])  // not yet retried
    store.advance(by: .milliseconds(1))
    #expect(requests.values == [.seconds(0), .seconds(3)])
    store.advance(by: .seconds(1))
    store.receive(.jobSuccess("42")) {
      $0.theJob.succeed()
      $0.result = "42"
    }

    store.send(.startJob) { $0.theJob.run(maxAttempts: 2) }
    for seconds in [1, 3] {  // the request; then the delay of 2 seconds, and the request
      answers.record(.failure(Offline()))
      store.advance(by: .seconds(seconds))
      store.receive(.jobFailure(Offline())) { $0.theJob.retryOrFailWith(Offline()) }
    }
    #expect(store.state.theJob.isFailed)

    store.send(.startJob) { $0.theJob.run(maxAttempts: 2) }
    store.advance(by: .milliseconds(500))
    store.send(.cancelJob) { $0.theJob.cancel() }
    store.advance(by: .seconds(3600))
    store.finish()
  }
}

@Test func `a job brings its result, however it gets there`() {
  let store = TestStore(exhaustivity: .partial) { AppState.store { "42" } }
  store.send(.startJob)
  store.receive(.jobSuccess("42")) { $0.result = "42" }
  store.finish()
}

@Test(arguments: Schedule.seeds(100))
func `a job is cancelled or brings a result, and never both`(schedule: Schedule) {
  let context = TestContext(schedule: schedule)
  let store = context.run { AppState.store { "42" } }
  store.run(
    ActionPlan { store in
      await store.send(.startJob)
      store.dispatch(.cancelJob)
    })
  context.runUntilIdle()
  #expect(store.state.theJob.isSuccess == (store.state.result != nil))
  #expect(store.state.theJob.isSuccess != store.state.theJob.isCancelled)
}

@Test func `a plan has sent both`() async {
  let context = TestContext()
  let store = context.run { StateStore<Int, Int>(0) { $0 += $1 } }
  let state = await context.runToEnd {
    await store.send(1)
    await store.send(2)
    return store.state
  }
  #expect(state == 3)
}

@Suite struct `A counter` {
  @Test func `adds what it is told`() {
    let store = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
    store.send(2) { $0 = 2 }
    store.finish()
  }

  @Test func `counts in a screen of its own, too`() {
    let app = TestStore { StateStore<Int, Int>(0) { $0 += $1 } }
    let screen = app.following { $0.with(10) { $0 -= $1 } }
    screen.send(3) { $0 = (3, 7) }
    screen.finish()
  }

  @Test func `receives actions as its own store reduces them`() {
    enum AppAction: Sendable { case add(Int) }
    let sum = TestStore {
      let store = StateStore<Int, AppAction>(0) { sum, action in if case .add(let number) = action { sum += number } }
      store.map(actions: { (number: Int) in .add(number) }).dispatch(5)
      return store
    }
    sum.receive(.add(5)) { $0 = 5 }
    sum.finish()
  }

  @Test func `predicts the identities of reducers`() {
    let notes = TestStore { StateStore<[Identity], Int>([]) { notes, _ in notes.append(Identity()) } }
    notes.send(1) { $0.append(Identity()) }
    notes.finish()
  }

  @Test func `a watch ticks`() {
    let store = TestStore {
      StateStore<Int, ScreenAction>(0) { ticks, action in
        if action.watch?.tick != nil { ticks += 1 }
      }
    }
    for number in 1...2 { store.store.dispatch(.watch(.tick(number))) }
    store.receive(\.watch?.tick) { $0 = 1 }
    store.receive(\.watch?.tick, with: 2) { $0 = 2 }
    store.finish()
  }

  @Test func `reports how two states differ`() {
    let before = ["a": [1, 2, 3]]
    let difference = Difference(from: before, to: ["a": [1, 5, 3]])
    #expect(difference?.changes.first?.path == #"["a"][1]"#)
  }
}
