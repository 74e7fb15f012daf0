import PureduxEffects
import PureduxTesting
import Testing
import ThreadProbes

/// Each form of an effect, and the thread or actor on which it runs.
struct EffectFormsTests {
  private let log = Recorder<String>()

  private func run(_ effect: Effect) async -> [String] {
    let store = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce).effect(\.job) { _, _ in effect }
    store.dispatch(.run)
    defer { log.removeAll() }
    return await log.values(count: 1)
  }

  @MainActor private func recordThread() { log.record(MainQueue.isCurrent ? "main" : "elsewhere") }
  @MainActor private func recordThreadAndThrow() throws {
    recordThread()
    throw Job.Refused()
  }

  @Test func `a synchronous closure of the main actor runs on the main actor`() async {
    let effects = [
      Effect { @MainActor in recordThread() },
      Effect { @MainActor in
        try recordThreadAndThrow()
      } onError: { _ in
      },
      Effect { @MainActor in
        try recordThreadAndThrow()
      } onError: { _ in
      },
    ]
    for effect in effects { #expect(await run(effect) == ["main"]) }
  }

  @MainActor private func madeOnMain() -> Effect {
    Effect { [log] in log.record(MainQueue.isCurrent ? "main" : "off") }
  }

  @Test func `a closure without an actor runs off the main thread, wherever it was written`() async {
    let effects = [await madeOnMain(), Effect { [log] in log.record(MainQueue.isCurrent ? "main" : "off") }]
    for effect in effects { #expect(await run(effect) == ["off"]) }
  }

  @Test func `handlers may follow the work`() async {
    let (log, refused) = (log, Job.Refused())
    #expect(
      await run(
        Effect {
          throw refused
        } onError: {
          log.record("\($0)")
        }) == ["Refused()"])
    let later: @Sendable () async throws -> Void = { throw refused }
    #expect(
      await run(
        Effect {
          try await later()
        } onError: {
          log.record("\($0)")
        }) == ["Refused()"])
    let slow = Effect(timeout: .milliseconds(1)) {
      try await StoreContext.current.clock.sleep(.seconds(60))
    } onTimeout: {
      log.record("timeout")
    }
    #expect(await run(slow) == ["timeout"])
    let both = Effect(timeout: .milliseconds(1)) {
      try await StoreContext.current.clock.sleep(.seconds(60))
    } onTimeout: {
      log.record("timeout")
    } onError: {
      log.record("\($0)")
    }
    #expect(await run(both) == ["timeout"])
  }
}
