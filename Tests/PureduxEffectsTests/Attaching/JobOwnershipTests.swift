import PureduxCollections
import PureduxTesting
import Testing

@testable import PureduxEffects

/// Jobs that end and stay, restart, and move from one element to another.
struct JobOwnershipTests {
  private let lab = Lab()
  private let store: StateStore<Podcasts, Podcasts.Action>

  init() {
    store = lab.store(Podcasts(), reducer: Podcasts.reduce)
      .effect(forEach: \.list, job: \.job) { [log = lab.log] podcast, dispatch in
        log.record(podcast.title)
        return podcast.title == "waits" ? .postpone : Effect { dispatch(.done(podcast.id)) }
      }
    store.dispatch(.change { for title in ["a", "b"] { $0.append(Podcast(title, .running())) } })
    lab.settle()
  }

  private func change(_ change: @escaping @Sendable (inout OrderedState<Podcast>) -> Void) -> [String] {
    lab.log.removeAll()
    store.dispatch(.change(change))
    lab.settle()
    return lab.log.values
  }

  @Test func `a job that restarts after its end receives the current element`() {
    #expect(change { $0[0].title = "A" } == [])
    #expect(change { $0[0].job?.run() } == ["A"])
    #expect(store.state.list.allSatisfy { $0.job?.isSuccess == true } && store.state.done.count == 3)
  }

  @Test func `an ended job that moves to another element runs with that element`() {
    let moved = change { list in
      let job = list[0].job
      list[0].job = nil
      list[1].job = job
      list[1].job?.restart()
    }
    #expect(moved == ["b"])
    #expect(change { $0.remove(at: 0) } == [])
    #expect(change { $0[0].job?.restart() } == ["b"])
    #expect(lab.misuse.values.isEmpty)
  }

  @Test func `a postponed job that replaced another job of its element is requested again by the element`() {
    #expect(change { $0[0].title = "waits" } == [])
    #expect(change { $0[0].job = .running() } == ["waits"])
    #expect(change { $0[1].title = "B" } == ["waits"])
    #expect(change { $0[0].title = "ready" } == ["ready"])
    #expect(store.state.list[0].job?.isSuccess == true)
  }
}
