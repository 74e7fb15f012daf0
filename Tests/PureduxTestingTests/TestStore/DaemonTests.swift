import PureduxEffects
import PureduxTesting
import Testing

/// Work that a story does not wait for.
@Suite struct `A daemon` {
  private enum Kind: CaseIterable { case delayed, working, retried, timed }

  private struct Housekeeping: Sendable {
    var job = Effect.State.idle()
  }

  private let failures = RecordedFailures()

  /// Starts one piece of work that never ends by itself, and ends the story.
  private func endStory(_ kind: Kind, isDaemon: Bool) {
    let store = failures.recording {
      TestStore { [kind] in
        StateStore<Housekeeping, Bool>(Housekeeping()) { state, isFailure in
          if isFailure {
            state.job.retryOrFailWith(nil, if: { _ in true })
          } else if kind == .delayed {
            state.job.run(delay: 300)
          } else {
            state.job.run(maxAttempts: 2)
          }
        }
        .effect(\.job, name: "housekeeping") { _, dispatch in
          let effect = Effect(timeout: kind == .timed ? .seconds(60) : nil) {
            if kind == .retried { return dispatch(true) }
            try await StoreContext.current.clock.sleep(.seconds(1000))
          }
          return isDaemon ? effect.asDaemon() : effect
        }
      }
    }
    store.send(false, .partial)
    if kind == .retried { store.receive(true, .partial) }
    store.finish()
  }

  @Test(arguments: Kind.allCases) private func `does not keep a story from ending, whatever it waits for`(kind: Kind) {
    endStory(kind, isDaemon: true)
    #expect(failures.values == [])
  }

  @Test(arguments: Kind.allCases) private func `is distinguished from other work, which is reported`(kind: Kind) {
    endStory(kind, isDaemon: false)
    #expect(failures.values.count == 1)
    let isRunning = kind == .working || kind == .timed
    #expect(
      failures.values.first?.contains(isRunning ? "Still running:\n  housekeeping" : "Still waiting for the clock: 1")
        == true)
  }

  @Test func `is unlike work that sleeps, whose report says for how long`() {
    endStory(.working, isDaemon: false)
    let text = """
      Still running:
        housekeeping
      The next sleep on the test's clock ends in 1000.0 seconds.
      To fix: advance the clock, or cancel the work.
      """
    #expect(failures.values.first?.contains(text) == true)
  }

  @Test func `does not hide other work, and is not counted`() {
    let store = failures.recording {
      TestStore {
        StateStore<Housekeeping, Bool>(Housekeeping()) { state, _ in state.job.run(delay: 300) }
          .effect(\.job, name: "housekeeping") { _, _ in Effect {}.asDaemon() }
          .effect(\.job, name: "work") { _, _ in Effect {} }
      }
    }
    store.send(false, .partial)
    store.finish()
    #expect(failures.values.count == 1)
    #expect(failures.values.first?.contains("Still waiting for the clock: 1, the next for 300") == true)
  }

  @Test func `runs like other work`() {
    let (context, done) = (TestContext(), Recorder<Duration>())
    let store = context.run {
      StateStore<Housekeeping, Bool>(Housekeeping()) { state, _ in state.job.run(delay: 300) }
        .effect(\.job, name: "housekeeping") { _, _ in
          Effect {
            try await StoreContext.current.clock.sleep(.seconds(5))
            done.record(StoreContext.current.clock.now())
          }
          .asDaemon()
        }
    }
    store.dispatch(false)
    context.advance(by: .seconds(302))
    #expect(context.clock.sleeperCount == 1 && context.runningWork == ["housekeeping"])
    context.advance(by: .seconds(10))
    #expect(done.values == [.seconds(305)] && context.runningWork == [])
  }
}
