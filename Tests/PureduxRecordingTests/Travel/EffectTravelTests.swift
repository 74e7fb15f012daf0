import PureduxEffects
import PureduxRecording
import PureduxTesting
import TestSupport
import Testing

/// Effects of recorded stores: the causes of their actions, and their behavior while the program displays its past.
@Suite struct `Effects of a recorded program` {
  private struct Feed: Sendable, Equatable {
    var loading = Effect.State.idle()
    var pages = 0
    var ticks = 0
    var isPlaying = false
  }

  private enum FeedAction: Sendable { case load, loaded, tick, play(Bool) }

  private let runner = ManualRunner()
  private let executor = OrderedTasks()
  private let clock: TestClock
  private let log = Recorder<String>()
  private let store: StateStore<Feed, FeedAction>
  private let recording: Recording

  init() {
    let (runner, executor, log) = (runner, executor, log)
    let clock = TestClock { Self.run(runner, executor) }
    self.clock = clock
    let store = StoreContext.with {
      $0.clock = StoreClock(clock)
      executor.run(tasksOf: &$0)
      $0.identities = IdentitySource(seed: 1)
    } operation: {
      StateStore<Feed, FeedAction>(Feed(), named: "feed", runner: runner) { feed, action in
        switch action {
        case .load: feed.loading.run()
        case .loaded:
          feed.loading.succeed()
          feed.pages += 1
        case .tick: feed.ticks += 1
        case .play(let isOn): feed.isPlaying = isOn
        }
      }
    }
    store.effect(\.loading, name: "load") { _, dispatch in
      log.record("load begins")
      return Effect {
        do { try await StoreContext.current.clock.sleep(.seconds(10)) } catch { return log.record("load is stopped") }
        log.record("load ends")
        dispatch(.loaded)
      }
    }
    store.effect(toggle: \.isPlaying, name: "play") { _, _ in
      log.record("play begins")
      return Effect {
        try? await StoreContext.current.clock.sleep(.seconds(1000))
        log.record("play ends")
      }
    }
    self.store = store
    recording = store.record()
    Self.run(runner, executor)
  }

  private static func run(_ runner: ManualRunner, _ executor: OrderedTasks) {
    repeat {
      runner.runUntilIdle()
      executor.runUntilIdle()
    } while !runner.isIdle
  }

  private func settle() { Self.run(runner, executor) }

  private func dispatch(_ actions: FeedAction...) {
    for action in actions { store.dispatch(action) }
    settle()
  }

  private func travel(_ command: (Recording) -> Void) {
    command(recording)
    settle()
  }

  private var actions: [RecordedEvent] {
    recording.events().filter { $0.kind == .action }
  }

  @Test func `an action of an effect names the event that started the effect`() throws {
    dispatch(.tick, .load, .tick)
    clock.advance(by: .seconds(10))
    #expect(actions.map { "\($0)" } == ["tick", "load", "tick", "loaded"].map { "feed: \($0)" })
    let loaded = try #require(actions.last)
    #expect(loaded.cause == actions[1].number)
    #expect(recording.causes(of: loaded.number).map(\.number) == [actions[1].number])
    let work = recording.events().filter { event in
      event.kind == .workStarted
    }
    #expect(work.map(\.cause) == [actions[1].number])
  }

  @Test func `a jump to before an effect's start and back starts the effect once, and its result waits`() {
    dispatch(.tick, .load, .tick)
    let first = actions[0].number
    travel { $0.jump(to: first) }
    #expect(store.state.loading.isIdle)
    #expect(store.state.ticks == 1)
    clock.advance(by: .seconds(10))
    #expect(log.values == ["load begins", "load ends"])
    #expect(store.state.pages == 0)
    travel { $0.step(1) }
    travel { $0.resume() }
    #expect(log.values == ["load begins", "load ends"])
    #expect(store.state.pages == 1)
    #expect(store.state.loading.isSuccess)
    #expect(store.state.ticks == 2)
  }

  @Test func `a jump to a time when an effect ran does not start the effect again`() {
    dispatch(.load)
    let load = actions[0].number
    clock.advance(by: .seconds(10))
    travel { $0.jump(to: load) }
    #expect(store.state.loading.isInProgress)
    clock.advance(by: .seconds(100))
    travel { $0.resume() }
    #expect(log.values == ["load begins", "load ends"])
    #expect(store.state.pages == 1)
  }

  @Test func `continuing from before an effect's start stops the effect, and drops its result`() {
    dispatch(.tick, .load)
    let first = actions[0].number
    travel { $0.jump(to: first) }
    clock.advance(by: .seconds(10))
    travel { $0.resume(.here) }
    #expect(store.state.pages == 0)
    #expect(store.state.loading.isIdle)
    #expect(log.values == ["load begins", "load ends"])
    #expect(recording.events().contains { "\($0)" == "feed: dropped loaded" })
    dispatch(.load)
    clock.advance(by: .seconds(10))
    #expect(store.state.pages == 1)
  }

  @Test func `continuing from a time when an effect ran starts the effect again`() {
    dispatch(.load)
    let load = actions[0].number
    clock.advance(by: .seconds(10))
    travel { $0.jump(to: load) }
    travel { $0.resume(.here) }
    #expect(store.state.loading.isInProgress)
    #expect(store.state.pages == 0)
    clock.advance(by: .seconds(10))
    #expect(log.values == ["load begins", "load ends", "load begins", "load ends"])
    #expect(store.state.pages == 1)
  }

  @Test func `resuming stops work that the state no longer requests`() {
    dispatch(.tick, .play(true))
    let first = actions[0].number
    travel { $0.jump(to: first) }
    #expect(log.values == ["play begins"])
    travel { $0.resume(.here) }
    #expect(log.values == ["play begins", "play ends"])
  }

  @Test func `effects attached during time travel begin when time continues`() {
    dispatch(.play(true), .tick)
    travel { $0.jump(to: 0) }
    store.effect(toggle: \.isPlaying, name: "late") { [log] _, _ in
      log.record("late begins")
      return Effect {}
    }
    settle()
    #expect(log.values == ["play begins"])
    travel { $0.resume() }
    #expect(log.values == ["play begins", "late begins"])
  }
}
