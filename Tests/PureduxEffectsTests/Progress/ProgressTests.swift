import PureduxEffects
import PureduxTesting
import Testing

/// The progress of work that a progress bar receives.
struct ProgressTests {
  private let lab = Lab()
  private let seen = Recorder<Effect.Progress?>()

  /// Work that takes a second.
  private let second = Effect { try? await StoreContext.current.clock.sleep(.seconds(1)) }

  private func jobs(_ states: [Effect.State], limit: Int? = nil) -> StateStore<Screen, Screen.Action> {
    let store = Screen.store(in: lab).effect(collection: \.jobs, limit: limit) { [second] _, _, _ in second }
    store.dispatch(.jobs { $0 = states })
    return store
  }

  @Test func `work waits for admission, runs and ends without an action`() {
    let states = [Effect.State.running(), .running()]
    let store = jobs(states, limit: 1)
    let token = store.map(progressOf: { $0.jobs.last }).subscribe { [seen] in seen.record($0) }
    lab.settle()
    let (first, last) = (store.map(progressOf: \.jobs.first), store.map(progressOf: \.jobs.last))
    #expect(first.state == .running && last.state == .waitingForPlace)
    lab.advance(.seconds(1))
    #expect(last.state == .running)
    lab.advance(.seconds(1))
    #expect(seen.values == [.waitingForPlace, .running, nil])
    withExtendedLifetime(token) {}
  }

  @Test func `an attempt waits until a reported time`() {
    let store = jobs([.idle()])
    let token = store.map(progressOf: \.jobs.first).subscribe { [seen] in seen.record($0) }
    store.dispatch(.jobs { $0[0].run(delay: 3) })
    lab.settle()
    #expect(store.map(progressOf: \.jobs.first).state == .waitingForAttempt(until: .seconds(3)))
    lab.advance(.seconds(3))
    store.dispatch(.jobs { $0[0].cancel() })
    lab.settle()
    #expect(seen.values == [nil, .waitingForAttempt(until: .seconds(3)), .running, nil])
    withExtendedLifetime(token) {}
  }

  @Test func `postponed work is reported as postponed`() {
    let store = Screen.store(in: lab).effect(\.jobs.first) { [second] state, _ in state.isOn ? second : .postpone }
    let token = store.map(progressOf: \.jobs.first).subscribe { [seen] in seen.record($0) }
    store.dispatch(.jobs { $0 = [.running()] })
    lab.settle()
    #expect(seen.values.last == .postponed)
    store.dispatch(.set(true))
    lab.settle()
    #expect(seen.values.last == .running && store.map(progressOf: \.jobs.first).state == .running)
    withExtendedLifetime(token) {}
  }

  @Test func `other observers receive no progress, and nothing is retained without observers of the progress`() {
    let store = jobs([.running()])
    let probe = ReleaseProbe("the projection")
    let others = Recorder<Int>()
    let other = store.subscribe { _ in others.record(1) }
    var token: StoreSubscription? = store.map(progressOf: { [token = probe.token()] state in
      withExtendedLifetime(token) { state.jobs.first }
    }).subscribe { [seen] in seen.record($0) }
    lab.settle()
    let count = others.values.count
    lab.advance(.seconds(1))
    #expect(others.values.count == count && seen.values.last == .some(nil))
    withExtendedLifetime(token) {}
    token = nil
    probe.expectReleased()
    withExtendedLifetime(other) {}
  }
}
