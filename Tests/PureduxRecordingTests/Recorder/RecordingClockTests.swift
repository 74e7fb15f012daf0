import PureduxCore
import PureduxEffects
import PureduxRecording
import PureduxTesting
import Testing

@Suite struct `The clock of a recording` {
  private struct Timed: Sendable, Equatable {
    var job = Effect.State.idle()
    var times: [Duration] = []
  }

  private enum Action: Sendable { case start, wrong, done }

  private let context = TestContext()

  /// A store with an effect that takes an hour and a half.
  private func makeStore() -> StateStore<Timed, Action> {
    StateStore<Timed, Action>(Timed()) { state, action in
      if case .wrong = action { StoreContext.current.report(Misuse("a", so: "b", fix: "c")) }
      state.times.append(StoreContext.current.clock.now())
      switch action {
      case .start: state.job.run()
      case .wrong: break
      case .done: state.job.succeed()
      }
    }
    .effect(\.job, name: "job") { _, dispatch in
      Effect {
        try await StoreContext.current.clock.sleep(.seconds(5400))
        dispatch(.done)
      }
    }
  }

  @Test func `is the clock of the tree, also if a test advances it`() throws {
    let store = context.run { makeStore() }
    context.advance(by: .seconds(7))
    let recording = store.record()
    context.runUntilIdle()
    context.advance(by: .seconds(60))
    store.dispatch(.start)
    context.runUntilIdle()
    context.advance(by: .seconds(6000))
    let began = recording.events().filter { $0.kind == .action }.map { ($0.description, $0.began) }
    #expect(began.map(\.1) == [.seconds(60), .seconds(5460)], "\(began)")
    #expect(recording.events().last?.began == .seconds(5460))
  }

  @Test func `is read without being recorded as a time that the reducer has read`() {
    let store = context.run { makeStore() }
    let recording = store.record()
    for action in [Action.wrong, .start, .wrong] {
      context.advance(by: .seconds(1))
      store.dispatch(action)
    }
    context.runUntilIdle()
    #expect(store.state.times == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(recording.state(of: store, after: recording.lastEvent) == store.state)
    #expect(context.misuse.removeAll().count == 2)
    context.advance(by: .seconds(9000))
  }

  @Test func `is clamped if it returns times that a recording cannot represent`() {
    struct Absurd: Clock {
      typealias Instant = TestClock.Instant
      let times: Recorder<Duration>
      var minimumResolution: Duration { .zero }
      var now: Instant { Instant(offset: times.values.last ?? .zero) }
      func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
    }
    let times = Recorder<Duration>()
    var absurd = context.storeContext
    absurd.clock = StoreClock(Absurd(times: times))
    let store = StoreContext.$current.withValue(absurd) { StateStore<Int, Int>(0) { $0 += $1 } }
    let recording = store.record()
    context.runUntilIdle()
    for time in [Duration.seconds(Int64.max / 4), .seconds(-5), .seconds(1)] {
      times.record(time)
      store.dispatch(1)
      context.runUntilIdle()
    }
    #expect(recording.events().map(\.began) == [.nanoseconds(Int64.max), .zero, .seconds(1)])
  }
}
