import Foundation
import PureduxCollections
import PureduxTesting
import Testing

@testable import PureduxEffects

private typealias CreatePodcastEffect = @Sendable (Podcast, @escaping Dispatch<Podcasts.Action>) -> Effect

/// Effects of the elements of a list with a change journal, and of other collections.
struct ForEachTests {
  private let lab: Lab

  init() { lab = Lab() }

  private init(_ lab: Lab) { self.lab = lab }

  private func make(_ podcast: Podcast, _ dispatch: @escaping Dispatch<Podcasts.Action>) -> Effect {
    Effect { [log = lab.log] in
      log.record("begin \(podcast.title)")
      do { try await StoreContext.current.clock.sleep(.seconds(1)) } catch {
        return log.record("stop \(podcast.title)")
      }
      dispatch(.done(podcast.id))
    }
  }

  /// The same effects for a list, and for an array with the same elements.
  private func store(isList: Bool, limit: Int? = nil) -> StateStore<Podcasts, Podcasts.Action> {
    let store = lab.store(Podcasts(), reducer: Podcasts.reduce)
    return isList
      ? store.effect(forEach: \.list, job: \.job, limit: limit) { [self] in make($0, $1) }
      : store.effect(forEach: { $0.list.elements }, job: { $0.job }, limit: limit) { [self] in make($0, $1) }
  }

  @Test(arguments: [true, false])
  func `each element has its own work with the current element, up to the limit at the same time`(isList: Bool) {
    let store = store(isList: isList, limit: 2)
    store.dispatch(.change { for title in ["a", "b", "c", "d", "e"] { $0.append(Podcast(title, .running())) } })
    lab.settle()
    #expect(lab.log.values == ["begin a", "begin b"])
    lab.advance(.seconds(3))
    #expect(lab.log.values == ["begin a", "begin b", "begin c", "begin d", "begin e"])
    #expect(store.state.done.count == 5)
  }

  @Test(arguments: [true, false])
  func `elements start in the order of the list, whatever order they were changed in`(isList: Bool) {
    let store = store(isList: isList, limit: 1)
    store.dispatch(.change { for title in ["a", "b", "c"] { $0.append(Podcast(title)) } })
    store.dispatch(.change { list in for index in [2, 0, 1] { list[index].job?.run() } })
    lab.advance(.seconds(3))
    #expect(lab.log.values == ["begin a", "begin b", "begin c"])
  }

  @Test func `the element with the highest priority goes first, and a changed element is asked for its priority again`()
  {
    let store = lab.store(Podcasts(), reducer: Podcasts.reduce)
      .effect(
        forEach: \.list, job: \.job, limit: 1, elementPriority: { $0.title.hasSuffix("!") ? .high : .low }
      ) { [self] in make($0, $1) }
    store.dispatch(.change { for title in ["a", "b", "c!", "d", "e"] { $0.append(Podcast(title, .running())) } })
    lab.settle()
    #expect(lab.log.values == ["begin c!"])
    store.dispatch(.change { $0[4].title = "e!" })
    lab.advance(.seconds(2))
    #expect(lab.log.values == ["begin c!", "begin e", "begin a"])
    store.dispatch(.change { $0.append(Podcast("f!", .running())) })
    lab.advance(.seconds(3))
    #expect(lab.log.values == ["begin c!", "begin e", "begin a", "begin f!", "begin b", "begin d"])
  }

  @Test func `an element has its own task priority, or that of the attachment`() {
    let seen = Recorder<String>()
    let store = lab.store(Podcasts(), reducer: Podcasts.reduce)
    func attach(_ name: String, _ priority: (@Sendable (Podcast) -> TaskPriority)?) {
      store.effect(forEach: \.list, job: \.job, priority: .low, elementPriority: priority) { podcast, _ in
        Effect { seen.record("\(name) \(podcast.title) \(Task.currentPriority.rawValue)") }
      }
    }
    attach("own", { $0.title == "a" ? .high : .background })
    attach("all", nil)
    store.dispatch(.change { for title in ["a", "b"] { $0.append(Podcast(title, .running())) } })
    lab.settle()
    #expect(
      seen.values.sorted() == [
        "all a \(TaskPriority.low.rawValue)", "all b \(TaskPriority.low.rawValue)",
        "own a \(TaskPriority.high.rawValue)", "own b \(TaskPriority.background.rawValue)",
      ])
  }

  @Test(arguments: [true, false])
  func `a moved element continues, a cancelled or removed one is stopped, and one without a job has no work`(
    isList: Bool
  ) {
    let store = store(isList: isList)
    store.dispatch(.change { for title in ["a", "b", "c", "d"] { $0.append(Podcast(title, .running())) } })
    lab.settle()
    lab.log.removeAll()
    store.dispatch(.change { $0.move(from: [0], to: 4) })
    store.dispatch(.change { $0[1].job?.cancel() })
    store.dispatch(.change { $0.remove(at: 0) })
    lab.settle()
    #expect(lab.log.values == ["stop c", "stop b"])
    store.dispatch(.change { list in list[list.endIndex - 1].job = nil })
    lab.settle()
    #expect(lab.log.values == ["stop c", "stop b", "stop a"])
    lab.advance(.seconds(1))
    #expect(store.state.titles(of: store.state.done) == ["d"])
  }

  @Test(arguments: [true, false])
  func `a job that moves to another element continues`(isList: Bool) {
    let store = store(isList: isList)
    let job = Effect.State.running()
    store.dispatch(.change { $0.append(Podcast("a", job)) })
    lab.settle()
    store.dispatch(
      .change {
        $0.append(Podcast("b", job))
        $0.remove(at: 0)
      })
    store.dispatch(.change { $0[0].job?.cancel() })
    lab.settle()
    #expect(lab.log.values == ["begin a", "stop a"])
    #expect(lab.misuse.values.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a job of two elements runs once, is reported, and continues when one of them is removed`(isList: Bool) {
    let store = store(isList: isList)
    let job = Effect.State.running()
    store.dispatch(.change { $0.append(Podcast("a", job)) })
    store.dispatch(.change { $0.append(Podcast("b", job)) })
    lab.settle()
    #expect(lab.log.values == ["begin a"])
    #expect(lab.misuse.values.count == 1)
    store.dispatch(.change { $0.remove(at: 0) })
    lab.advance(.seconds(1))
    #expect(lab.log.values == ["begin a"] && store.state.done.count == 1)
  }

  @Test(arguments: [true, false], [true, false])
  func `of two elements that come with the same job, the first runs`(isList: Bool, isInitial: Bool) {
    let store = store(isList: isList)
    let job = Effect.State.running()
    if !isInitial { store.dispatch(.change { $0.append(Podcast("c")) }) }
    store.dispatch(
      .change {
        $0.append(Podcast("a", job))
        $0.append(Podcast("b", job))
      })
    lab.advance(.seconds(1))
    #expect(lab.log.values == ["begin a"] && store.state.titles(of: store.state.done) == ["a"])
  }

  @Test(arguments: [true, false])
  func `a failure is reported with its element, and the next attempt receives the current element`(isList: Bool) {
    struct Refused: Error {}
    let store = lab.store(Podcasts(), reducer: Podcasts.reduce)
    let create: CreatePodcastEffect = { [log = lab.log] podcast, _ in
      Effect {
        log.record(podcast.title)
        throw Refused()
      }
    }
    if isList {
      store.effect(forEach: \.list, job: \.job, onFailure: { .failed($0.id, $1) }, create: create)
    } else {
      store.effect(
        forEach: { $0.list.elements }, job: { $0.job }, onFailure: { .failed($0.id, $1) }, create: create)
    }
    store.dispatch(.change { $0.append(Podcast("a", .running(maxAttempts: 2))) })
    lab.advance(.seconds(10))
    #expect(lab.log.values == ["a", "a!"])
    #expect(store.state.list[0].job?.isFailed == true && lab.misuse.values.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a postponed effect is created again with the current element`(isList: Bool) {
    let store = lab.store(Podcasts(), reducer: Podcasts.reduce)
    let create: CreatePodcastEffect = {
      [log = lab.log] podcast, dispatch in
      log.record("asked \(podcast.title)")
      return podcast.title == "ready" ? Effect { dispatch(.done(podcast.id)) } : .postpone
    }
    if isList {
      store.effect(forEach: \.list, job: \.job, create: create)
    } else {
      store.effect(forEach: { $0.list.elements }, job: { $0.job }, create: create)
    }
    store.dispatch(.change { for title in ["a", "b"] { $0.append(Podcast(title, .running())) } })
    lab.settle()
    store.dispatch(.other)
    lab.settle()
    #expect(lab.log.values == ["asked a", "asked b", "asked a", "asked b"])
    store.dispatch(.change { $0[1].title = "ready" })
    lab.settle()
    #expect(store.state.done.count == 1)
    lab.log.removeAll()
    store.reevaluate()
    lab.settle()
    #expect(lab.log.values == ["asked a"])
  }

  @Test func `a change of one element evaluates only that element, and no change evaluates none`() {
    let looked = Recorder<String>()
    let store = lab.store(Podcasts(), reducer: Podcasts.reduce)
      .effect(
        forEach: \.list,
        job: { podcast in
          looked.record(podcast.title)
          return podcast.job
        }
      ) { podcast, dispatch in Effect { dispatch(.done(podcast.id)) } }
    store.dispatch(.change { for number in 0..<1_000 { $0.append(Podcast("\(number)")) } })
    lab.settle()
    looked.removeAll()
    for _ in 0..<10 { store.dispatch(.other) }
    lab.settle()
    #expect(looked.values == [])
    store.dispatch(.change { $0[500].job?.run() })
    lab.settle()
    // Once when it began, and once when its result came.
    #expect(looked.values == ["500", "500"] && store.state.done.count == 1)
  }

  @Test func `the list is changed in place while effects of its elements run`() {
    StoreContext.with({ $0.keepsStateBeforeTurn = false }) {
      let store = store(isList: true)
      func address() -> UInt {
        store.withState { $0.list.elements.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
      }
      store.dispatch(.change { for title in ["a", "b", "c"] { $0.append(Podcast(title, .running())) } })
      // The effect is not created yet. Until then, the list must not be retained.
      lab.runner.runUntilIdle()
      let before = address()
      store.dispatch(.change { $0[0].title = "A" })
      lab.runner.runUntilIdle()
      #expect(address() == before)
      lab.settle()
    }
  }

  @Test func `random lists behave like arrays`() {
    let seed = ProcessInfo.processInfo.environment["PUREDUX_SEED"].flatMap(UInt64.init) ?? .random(in: .min ... .max)
    print("Effects of a list beside those of an array: PUREDUX_SEED=\(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let (list, array) = (Lab(), Lab())
      let stores = [(list, true), (array, false)].map { lab, isList in
        (lab, ForEachTests(lab).store(isList: isList, limit: nil))
      }
      for step in 0..<100 {
        let change = RandomChange(number: step, using: &random)
        let seconds = Int.random(in: 0..<4, using: &random) == 0
        for (lab, store) in stores {
          store.dispatch(.change { change.apply(to: &$0) })
          if seconds { lab.advance(.milliseconds(700)) } else { lab.settle() }
        }
        #expect(list.log.values.sorted() == array.log.values.sorted())
        #expect(stores[0].1.state.done.sorted() == stores[1].1.state.done.sorted())
      }
    }
  }
}
