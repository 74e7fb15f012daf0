import PureduxEffects
import PureduxTesting
import TestSupport
import Testing

/// Stores and groups that end while their work is in progress.
struct EndingTests {
  private let lab = Lab()
  private let held = Guarded<StateStore<Job, Job.Action>?>(nil)

  private func hold() -> StateStore<Job, Job.Action> {
    let store = lab.store(Job(), reducer: Job.reduce)
    held.withLock { $0 = store }
    return store
  }

  private var release: @Sendable () -> Void { { [held] in _ = held.take() } }

  @Test func `a store released while its effect is being created begins no work`() {
    let (release, weak) = (release, hold().weak())
    weak.strong()?.effect(\.job) { [lab] _, dispatch in
      release()
      dispatch(.result(1))
      return Effect { lab.log.record("began") }
    }
    weak.dispatch(.run)
    lab.settle()
    #expect(weak.strong() == nil)
    #expect(lab.log.values == [])
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `a store released inside its own effect ends the effect, and no later action is reduced`() {
    let (release, weak) = (release, hold().weak())
    let token = weak.strong()?.tap { [lab] in if case .dropped = $0.kind { lab.log.record("dropped") } }
    weak.strong()?.effect(\.job) { [lab] _, dispatch in
      Effect {
        release()
        lab.log.record(Task.isCancelled ? "cancelled" : "goes on")
        dispatch(.result(1))
      }
    }
    weak.dispatch(.run)
    lab.settle()
    #expect(weak.strong() == nil)
    #expect(lab.log.values == ["cancelled", "dropped"])
    #expect(lab.misuse.values.isEmpty)
    token?.cancel()
  }

  @Test func `an effect may dispatch while it is created, and may thereby stop itself`() {
    let store = hold().effect(\.job) { [lab] _, dispatch in
      dispatch(.result(1))
      dispatch(.cancel)
      return Effect {
        lab.log.record("began")
        try? await StoreContext.current.clock.sleep(.seconds(1))
        dispatch(.result(2))
      }
    }
    store.dispatch(.run)
    lab.advance(.seconds(1))
    #expect(store.state.results == [1])
    #expect(lab.log.values == ["began"])
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test(arguments: [false, true])
  func `a group that ends inside a turn starts none of the work that the turn requested`(isFirst: Bool) {
    let store = hold()
    let group = Guarded<StoreSubscription?>(nil)
    func endWithTheTurn() -> StoreSubscription {
      store.subscribe { state in if state.job.isInProgress { group.take()?.cancel() } }
    }
    let first = isFirst ? endWithTheTurn() : nil
    let token = store.effects { [lab] store in store.effect(\.job) { _, _ in Effect { lab.log.record("began") } } }
    group.withLock { $0 = token }
    let last = isFirst ? nil : endWithTheTurn()
    store.dispatch(.run)
    lab.settle()
    #expect(lab.log.values == [])
    #expect(lab.executor.waitingCount == 0)
    withExtendedLifetime((first, last)) {}
  }

  @Test func `ending one of two groups leaves the other running`() {
    let store = hold()
    func group(_ name: String) -> StoreSubscription {
      store.effects { [lab] store in
        store.effect(\.job) { _, _ in
          Effect {
            try? await StoreContext.current.clock.sleep(.seconds(1))
            lab.log.record(Task.isCancelled ? "\(name) stopped" : "\(name) went on")
          }
        }
      }
    }
    let (one, other) = (group("one"), group("other"))
    store.dispatch(.run)
    lab.settle()
    one.cancel()
    lab.advance(.seconds(1))
    #expect(lab.log.values == ["one stopped", "other went on"])
    other.cancel()
  }

  @Test func `a store whose last handle waits in its own effect is released safely`() async {
    await #expect(processExitsWith: .success) {
      let lab = Lab()
      let held = Guarded<StateStore<Screen, Screen.Action>?>(Screen.store(in: lab))
      held.withLock { $0 }?.effect(collection: \.jobs, limit: 1) { state, job, _ in
        if job.id == state.jobs[0].id {
          return Effect { try? await StoreContext.current.clock.sleep(.seconds(1)) }
        }
        let store = held.withLock { $0 }
        return Effect { withExtendedLifetime(store) {} }
      }
      held.withLock { $0 }?.dispatch(.jobs { $0 = [.running(), .running()] })
      lab.settle()
      held.withLock { $0 }?.dispatch(.jobs { $0.removeLast() })
      _ = held.take()
      lab.settle()
    }
  }

  @Test func `an effect attached after the group's closure returned is not in the group`() {
    struct Inline: StoreRunner {
      func run(_ work: @escaping @Sendable () -> Void) { work() }
    }
    let inner = lab.store(Job(), reducer: Job.reduce)
    let outer = lab.context { StateStore<Effect.State, Void>(.running(), runner: Inline()) { _, _ in } }
    // The first turn starts a task immediately, and the task creates the effect later.
    let token = outer.effects { outer in
      outer.effect(\.self) { [lab] _, _ in
        inner.effect(\.job) { _, _ in Effect { lab.log.record("inner") } }
        return Effect {}
      }
    }
    lab.settle()
    token.cancel()
    inner.dispatch(.run)
    lab.settle()
    #expect(lab.log.values == ["inner"])
  }

  @Test func `a cancelled group releases the captures of its effects`() {
    final class Owner: Sendable {}
    var owner: Owner? = Owner()
    weak let gone = owner
    let store = lab.store(Job(), reducer: Job.reduce)
    let token = store.effects { [owner] store in
      store.effect(\.job) { _, _ in withExtendedLifetime(owner) { Effect {} } }
    }
    lab.settle()
    owner = nil
    token.cancel()
    lab.settle()
    #expect(gone == nil)
    withExtendedLifetime(store) {}
  }

  @Test func `a group's token retains no state of a released store`() {
    final class Token: Sendable {}
    struct Held: Sendable {
      let token = Token()
      var job = Effect.State.idle()
    }
    var store: StateStore<Held, Void>? = lab.store(Held()) { (_: inout Held, _: Void) in }
    weak let token = store?.state.token
    let group = store?.effects { $0.effect(\.job) { _, _ in Effect {} } }
    lab.settle()
    store = nil
    lab.settle()
    #expect(token == nil)
    withExtendedLifetime(group) {}
  }
}
