import Foundation
import PureduxEffects
import PureduxTesting
import Testing

struct AttachmentTests {
  private let lab = Lab()

  /// Work that takes a second.
  private func second(_ name: String, _ dispatch: @escaping Dispatch<Screen.Action>) -> Effect {
    Effect { [log = lab.log] in
      log.record("begin \(name)")
      do { try await StoreContext.current.clock.sleep(.seconds(1)) } catch { return log.record("stop \(name)") }
      dispatch(.done(name))
    }
  }

  @Test func `a toggle runs while it is on`() {
    let store = Screen.store(in: lab).effect(toggle: \.isOn) { [self] _, dispatch in second("on", dispatch) }
    for isOn in [true, true, false, true] { store.dispatch(.set(isOn)) }
    lab.settle()
    #expect(lab.log.values == ["begin on"])
    store.dispatch(.set(false))
    lab.settle()
    #expect(lab.log.values == ["begin on", "stop on"])
    store.dispatch(.set(true))
    lab.advance(.seconds(1))
    #expect(store.state.done == ["on"])
  }

  @Test func `the latest of two searches wins, and the first value starts nothing`() {
    let store = Screen.store(in: lab).effect(onChange: \.query) { [self] state, dispatch in
      second(state.query, dispatch)
    }
    for query in ["a", "ab"] {
      store.dispatch(.search(query))
      lab.settle()
    }
    lab.advance(.seconds(1))
    #expect(lab.log.values == ["begin a", "stop a", "begin ab"])
    #expect(store.state.done == ["ab"])
  }

  @Test(arguments: [(Effect.Overlap.leading, ["a"]), (.queued, ["a", "b", "c"]), (.latest, ["c"])])
  func `overlapping work follows the policy`(overlap: Effect.Overlap, done: [String]) {
    let store = Screen.store(in: lab).effect(onChange: \.query, overlap: overlap) { [self] state, dispatch in
      second(state.query, dispatch)
    }
    for query in ["a", "b", "c"] {
      store.dispatch(.search(query))
      lab.settle()
    }
    lab.advance(.seconds(10))
    #expect(store.state.done == done)
  }

  @Test func `each element of a collection has its own work, up to the limit at the same time`() {
    let store = Screen.store(in: lab).effect(collection: \.jobs, limit: 2) { [self] state, job, dispatch in
      second("\(state.jobs.firstIndex { $0.id == job.id } ?? -1)", dispatch)
    }
    store.dispatch(.jobs { $0 = (0..<5).map { _ in .running() } })
    lab.settle()
    #expect(lab.log.values == ["begin 0", "begin 1"])
    lab.advance(.milliseconds(2500))
    #expect(lab.log.values.count == 5)
    lab.advance(.milliseconds(500))
    #expect(store.state.done == ["0", "1", "2", "3", "4"])
  }

  @Test func `the same state twice in a collection runs once and is reported`() throws {
    let store = Screen.store(in: lab).effect(collection: \.jobs) { [self] _, _, dispatch in second("it", dispatch) }
    store.dispatch(.jobs { $0 = [.running()] + $0 })
    store.dispatch(.jobs { $0 += $0 })
    lab.settle()
    #expect(lab.log.values == ["begin it"])
    #expect(try #require(lab.misuse.values.first).description.contains("more than once"))
    store.dispatch(.jobs { for index in $0.indices { $0[index].cancel() } })
    lab.settle()
    #expect(lab.log.values == ["begin it", "stop it"])
  }

  @Test func `a closure can select a part of a child's pair`() {
    let parent = lab.store(0) { (state: inout Int, _: Screen.Action) in state += 1 }
    let child = parent.with(Screen(), reducer: Screen.reduce)
      .effect(onChange: { $0.1.query }) { [self] state, dispatch in second(state.1.query, dispatch) }
      .effect(toggle: { $0.1.isOn }) { [self] _, dispatch in second("on", dispatch) }
      .effect(collection: { $0.1.jobs }) { [self] _, _, dispatch in second("job", dispatch) }
    child.dispatch(.search("a"))
    child.dispatch(.set(true))
    child.dispatch(.jobs { $0 = [.running()] })
    lab.settle()
    #expect(lab.log.values == ["begin a", "begin on", "begin job"])
    lab.advance(.seconds(1))
    #expect(child.state.1.done == ["a", "on", "job"])
    #expect(child.state.0 == 6)
  }

  @Test func `stores whose whole state requests work have forms of their own`() {
    let jobs = lab.store([Effect.State]()) { (state: inout [Effect.State], job: Effect.State) in state.append(job) }
    jobs.effect(collection: \.self) { [lab] _, _, _ in Effect { lab.log.record("element") } }
    let job = lab.store(Effect.State.idle()) { (state: inout Effect.State, _: Void) in state.run() }
    job.effect(\.self) { [lab] _, _ in Effect { lab.log.record("job") } }
    let toggle = lab.store(false) { (state: inout Bool, _: Void) in state.toggle() }
    toggle.effect(toggle: \.self) { [lab] _, _ in Effect { lab.log.record("toggle") } }
    let number = lab.store(0) { (state: inout Int, _: Void) in state += 1 }
    number.effect(onChange: \.self) { [lab] state, _ in Effect { lab.log.record("number \(state)") } }
    jobs.dispatch(.running())
    lab.settle()
    for store in [job.dispatch, toggle.dispatch, number.dispatch] {
      store(())
      lab.settle()
    }
    #expect(lab.log.values == ["element", "job", "toggle", "number 1"])
  }

  @Test func `any kind of collection is accepted`() {
    let store = lab.store(Set<Effect.State>()) { (state: inout Set<Effect.State>, job: Effect.State) in
      if state.remove(job) == nil { state.insert(job) }
    }
    store.effect(collection: \.self) { [self] _, _, _ in second("it") { _ in } }
    let job = Effect.State.running()
    store.dispatch(job)
    lab.settle()
    store.dispatch(job)
    lab.settle()
    #expect(lab.log.values == ["begin it", "stop it"])
  }

  @Test func `a postponed effect is created again when the state changes, and by reevaluate`() {
    let isReady = Recorder<Bool>()
    let store = Screen.store(in: lab).effect(toggle: \.isOn) { [lab] state, dispatch in
      lab.log.record("asked")
      return state.query.isEmpty && isReady.values.isEmpty ? .postpone : Effect { dispatch(.done(state.query)) }
    }
    store.dispatch(.set(true))
    lab.settle()
    store.dispatch(.done("other"))
    lab.settle()
    #expect(lab.log.values == ["asked", "asked"])
    store.reevaluate()
    lab.settle()
    #expect(lab.log.values.count == 3)
    isReady.record(true)
    store.reevaluate()
    lab.settle()
    #expect(store.state.done == ["other", ""])
    store.reevaluate()
    lab.settle()
    #expect(lab.log.values.count == 4)
  }

  @Test func `a value that remains NaN has not changed`() {
    let store =
      lab.store(Double?(0)) { state, number in if let number { state = number } } as StateStore<Double?, Double?>
    store.effect(onChange: \.self) { [lab] state, _ in Effect { lab.log.record("\(state ?? 0)") } }
    for number in [Double.nan, nil, nil, .nan, 1, .nan] {
      store.dispatch(number)
      lab.settle()
    }
    #expect(lab.log.values == ["nan", "1.0", "nan"])
  }

  @Test func `a burst of actions re-evaluates a postponed effect twice, with the first and the newest state`() {
    let store = Screen.store(in: lab).effect(toggle: \.isOn) { [lab] state, dispatch in
      lab.log.record("asked after \(state.done)")
      return .postpone
    }
    store.dispatch(.set(true))
    lab.settle()
    for text in ["a", "b", "c"] { store.dispatch(.done(text)) }
    lab.settle()
    #expect(
      lab.log.values == ["asked after []", #"asked after ["a"]"#, #"asked after ["a", "b", "c"]"#])
  }

  @Test func `a state change during the creation of an effect is not missed`() {
    let store = Screen.store(in: lab).effect(toggle: \.isOn) { [lab] state, dispatch in
      lab.log.record("asked with \(state.query)")
      return state.query.isEmpty ? .postpone : Effect { dispatch(.done(state.query)) }
    }
    store.dispatch(.set(true))
    lab.runner.runUntilIdle()
    store.dispatch(.search("a"))
    lab.runner.runUntilIdle()
    lab.settle()
    #expect(store.state.done == ["a"])
    #expect(lab.log.values == ["asked with ", "asked with a"])
  }

  @Test func `creating an effect delays no action`() {
    let store = Screen.store(in: lab).effect(toggle: \.isOn) { [lab] _, _ in
      lab.log.record("made")
      return Effect {}
    }
    store.dispatch(.set(true))
    store.dispatch(.search("a"))
    lab.runner.runUntilIdle()
    #expect(store.state.query == "a")
    #expect(lab.log.values == [])
  }

  @Test func `an effect retains the state only until it is created`() {
    final class Token: Sendable {}
    struct Held: Sendable {
      var token: Token?
      var job = Effect.State.idle()
    }
    let store = lab.store(Held(token: Token())) { (state: inout Held, isStart: Bool) in
      if isStart { state.job.run() } else { state.token = nil }
    }
    store.effect(\.job) { _, _ in Effect { try? await StoreContext.current.clock.sleep(.seconds(10)) } }
    weak let token = store.state.token
    store.dispatch(true)
    lab.settle()
    store.dispatch(false)
    lab.settle()
    #expect(lab.clock.sleeperCount == 1)
    #expect(token == nil)
  }

  @Test func `a synchronous effect runs on its queue`() async {
    let queue = DispatchQueue(label: "here")
    let key = DispatchSpecificKey<String>()
    queue.setSpecific(key: key, value: "here")
    let ran = Recorder<String>()
    let store = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce).effect(\.job, on: queue) { _, dispatch in
      Effect { ran.record(DispatchQueue.getSpecific(key: key) ?? "elsewhere") }
    }
    store.dispatch(.run)
    #expect(await ran.values(count: 1) == ["here"])
  }

  @Test(arguments: [false, true])
  func `a synchronous effect on a queue can check that it was stopped, and frees the queue`(isRestarted: Bool) async {
    let (queue, log, wasStopped) = (DispatchQueue(label: "here"), Recorder<String>(), DispatchSemaphore(value: 0))
    let store = StateStore<Job, Job.Action>(Job(), reducer: Job.reduce).effect(\.job, on: queue) { _, _ in
      Effect {
        log.record("begin")
        if log.values.count == 1 { wasStopped.wait() }
        log.record(Task.isCancelled ? "stopped" : "ended")
      }
    }
    store.dispatch(.run)
    _ = await log.values(count: 1)
    await store.send(.change { if isRestarted { $0.restart() } else { $0.cancel() } })
    wasStopped.signal()
    let expected = ["begin", "stopped"] + (isRestarted ? ["begin", "ended"] : [])
    #expect(await log.values(count: expected.count) == expected)
  }

  @Test func `effects use the context of their store`() {
    let store = Screen.store(in: lab).effect(toggle: \.isOn) { [lab] _, _ in
      lab.log.record("made at \(StoreContext.current.clock.now())")
      return Effect { lab.log.record("runs at \(StoreContext.current.clock.now())") }
    }
    store.dispatch(.set(true))
    lab.settle()
    #expect(lab.log.values == ["made at 0.0 seconds", "runs at 0.0 seconds"])
  }

  @Test func `work requested again under its own id runs again`() {
    let id = Identity()
    let store = lab.store(Job(), reducer: Job.reduce).effect(\.job) { [lab] _, _ in Effect { lab.log.record("ran") } }
    for _ in 0..<2 {
      store.dispatch(.change { $0 = .running(id: id) })
      lab.settle()
      store.dispatch(.change { $0.succeed() })
      lab.settle()
    }
    #expect(lab.log.values == ["ran", "ran"])
  }
}
