import PureduxCollections
import PureduxEffects
import PureduxTesting
import TestSupport
import Testing

/// Cancelled work really stops, and none of its actions is reduced.
struct CancelTests {
  private let lab = Lab()

  /// Work that waits ten seconds, and dispatches its result whether it was cancelled or not.
  private func stubborn() -> StateStore<Job, Job.Action> {
    lab.store(Job(), reducer: Job.reduce).effect(\.job) { [lab] state, dispatch in
      Effect {
        lab.log.record("began")
        try? await StoreContext.current.clock.sleep(.seconds(10))
        lab.log.record(Task.isCancelled ? "cancelled" : "went on")
        dispatch(.result(1))
      }
    }
  }

  @Test func `cancel reaches the running task, and its late dispatch changes nothing`() {
    let store = stubborn()
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.cancel)
    lab.settle()
    #expect(lab.log.values == ["began", "cancelled"])
    #expect(store.state.results == [])
    #expect(store.state.job.isCancelled)
  }

  @Test func `work that is not disturbed lands`() {
    let store = stubborn()
    store.dispatch(.run)
    lab.advance(.seconds(10))
    #expect(lab.log.values == ["began", "went on"])
    #expect(store.state.results == [1])
  }

  @Test func `an action that was dispatched before the cancel but not reduced does not land either`() {
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in Effect { dispatch(.result(1)) } }
    let dropped = Recorder<String>()
    let tap = store.tap { if case .dropped = $0.kind { dropped.record("dropped") } }
    store.dispatch(.run)
    lab.runner.runUntilIdle()
    store.dispatch(.cancel)
    lab.executor.runUntilIdle()
    lab.settle()
    #expect(store.state.results == [])
    #expect(dropped.values == ["dropped"])
    tap.cancel()
  }

  @Test func `taps do not hear of the start of work after its cancellation`() {
    let (group, events) = (Guarded<StoreSubscription?>(nil), Recorder<String>())
    let store = lab.store(Podcasts(), reducer: Podcasts.reduce)
    let token = store.effects { store in
      store.effect(forEach: \.list, job: \.job, limit: 1) { _, _ in
        Effect {
          // Ends all work, when the next element's work has been admitted but not been announced yet.
          try await withTaskCancellationHandler {
            try await StoreContext.current.clock.sleep(.seconds(1))
          } onCancel: {
            group.take()?.cancel()
          }
        }
      }
    }
    group.withLock { $0 = token }
    let tap = store.tap {
      switch $0.kind {
      case .workStarted(let work): events.record("started \(UInt32(truncatingIfNeeded: work.run))")
      case .workCancelled(let work): events.record("cancelled \(UInt32(truncatingIfNeeded: work.run))")
      default: break
      }
    }
    store.dispatch(.change { for title in ["a", "b"] { $0.append(Podcast(title, .running())) } })
    lab.settle()
    #expect(events.values == ["started 1"])
    store.dispatch(.change { $0[0].job?.cancel() })
    lab.settle()
    #expect(events.values == ["started 1", "cancelled 1"])
    tap.cancel()
  }

  @Test func `a callback after the cancel has no effect`() {
    let callbacks = Recorder<@Sendable () -> Void>()
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
      Effect { callbacks.record { dispatch(.result(1)) } }
    }
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.cancel)
    lab.settle()
    for callback in callbacks.values { callback() }
    lab.settle()
    #expect(callbacks.values.count == 1)
    #expect(store.state.results == [])
  }

  @Test(arguments: [0, 1, 2])
  func `a success, a failure and a reset let the work finish, and its dispatches count`(mutation: Int) {
    let store = stubborn()
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.change { [{ $0.succeed() }, { $0.fail(nil) }, { $0.reset() }][mutation](&$0) })
    lab.advance(.seconds(10))
    #expect(lab.log.values == ["began", "went on"])
    #expect(store.state.results == [1])
  }

  @Test func `a restart stops the old run before the new one starts`() {
    let store = stubborn()
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.restart)
    lab.settle()
    #expect(lab.log.values == ["began", "cancelled", "began"])
    lab.advance(.seconds(10))
    #expect(store.state.results == [1])
  }

  @Test func `a released store's effects are cancelled, and it is not kept alive by them`() {
    var store: StateStore? = stubborn()
    let weak = store?.weak()
    store?.dispatch(.run)
    lab.settle()
    store = nil
    lab.settle()
    #expect(weak?.strong() == nil)
    #expect(lab.log.values == ["began", "cancelled"])
    #expect(lab.clock.sleeperCount == 0)
  }

  @Test func `a child's effects end with the child, and the parent's continue`() {
    let parent = stubborn()
    var child: StateStore? = parent.with(0) { state, _ in state += 1 }
    child?.effect({ $0.0.job }) { [lab] _, _ in
      Effect {
        lab.log.record("child began")
        try? await StoreContext.current.clock.sleep(.seconds(10))
        lab.log.record(Task.isCancelled ? "child cancelled" : "child went on")
      }
    }
    parent.dispatch(.run)
    lab.settle()
    child = nil
    lab.settle()
    lab.advance(.seconds(10))
    #expect(lab.log.values == ["began", "child began", "child cancelled", "went on"])
  }

  @Test func `a group ends with its token, before its store`() {
    let store = lab.store(Job(), reducer: Job.reduce)
    let group = store.effects { [lab] store in
      store.effect(\.job) { _, dispatch in
        Effect {
          try? await StoreContext.current.clock.sleep(.seconds(10))
          lab.log.record(Task.isCancelled ? "cancelled" : "went on")
          dispatch(.result(1))
        }
      }
      store.effect(onChange: \.other) { _, dispatch in Effect { dispatch(.result(2)) } }
    }
    store.dispatch(.run)
    store.dispatch(.other)
    lab.settle()
    group.cancel()
    lab.settle()
    store.dispatch(.restart)
    store.dispatch(.other)
    lab.settle()
    #expect(lab.log.values == ["cancelled"])
    #expect(store.state.results == [2])
  }

  @Test func `the tap receives the starts, ends and cancellations of work`() {
    let store = stubborn()
    let story = WorkStory(of: store)
    store.dispatch(.run)
    lab.settle()
    store.dispatch(.restart)
    lab.settle()
    lab.advance(.seconds(10))
    #expect(
      story.values == [
        "started effect", "cancelled effect", "dropped", "started effect", "ended effect",
      ])
  }

  @Test func `the tap receives no cancel without a start`() {
    let store = lab.store([Effect.State.idle(), .idle()]) {
      (states: inout [Effect.State], change: @Sendable (inout [Effect.State]) -> Void) in change(&states)
    }
    store.effect(collection: \.self, limit: 1) { _, _, _ in
      Effect { try? await StoreContext.current.clock.sleep(.seconds(10)) }
    }
    let story = WorkStory(of: store)
    store.dispatch { for index in $0.indices { $0[index].run() } }
    lab.settle()
    // The end of the first run admits the second, which is cancelled before its task has run.
    store.dispatch { $0[0].cancel() }
    lab.runner.runUntilIdle()
    store.dispatch { $0[1].cancel() }
    lab.runner.runUntilIdle()
    lab.settle()
    #expect(
      story.values == ["started collection", "cancelled collection", "started collection", "cancelled collection"])
  }

  @Test func `an action that an effect dispatched before it was postponed is dropped after the cancel`() {
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { _, dispatch in
      dispatch(.result(1))
      return .postpone
    }
    store.dispatch(.run)
    lab.runner.runUntilIdle()
    store.dispatch(.other)
    store.dispatch(.cancel)
    // The effect is created after both, and the first of them requests it again.
    lab.executor.runUntilIdle()
    lab.settle()
    #expect(store.state.results == [])
  }
}
