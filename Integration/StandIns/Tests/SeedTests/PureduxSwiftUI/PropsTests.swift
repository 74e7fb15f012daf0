import Dispatch
import Puredux
import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PropsTests {
  private let store = Radio.store()

  /// A props closure that records its queue and the number of its calls.
  private func makeProps(
    _ made: Recorder<Queues?>, _ text: @escaping @Sendable (Radio) -> String = { $0.title }
  ) -> @Sendable (Radio, StateStore<Radio, any Action>) -> TitleView.Props {
    { state, _ in
      made.record(Queues.current)
      return TitleView.Props(title: text(state), didAppear: {})
    }
  }

  /// Runs each action in a separate round.
  private func dispatch(_ actions: [any Action]) async {
    let fence = await Fence(store, debounceFor: 0)
    for action in actions {
      store.dispatch(action)
      await fence.pass()
    }
  }

  @Test func `props are created on the shared queue in the background, and shown on the main actor`() async {
    let made = Recorder<Queues?>()
    let host = ViewHost(
      ViewWithStore(props: makeProps(made)) { props in
        MainActor.preconditionIsolated()
        return TitleView(props: props)
      }
      .store(store))
    host.appear()
    await store.send(Tune(title: "Ravel"))
    await host.until { host.texts == ["Ravel"] }
    #expect(made.values.last == .shared)
  }

  @Test func `props are computed on the main queue on request`() async {
    let made = Recorder<Queues?>()
    let host = ViewHost(
      ViewWithStore(props: makeProps(made)) { TitleView(props: $0) }
        .usePresentationQueue(.main)
        .store(store))
    host.appear()
    store.dispatch(Tune(title: "Ravel"))
    await host.until { host.texts == ["Ravel"] }
    #expect(made.values.allSatisfy { $0 == .main })
  }

  @Test func `props are computed on a custom serial queue on request`() async {
    let made = Recorder<Queues?>()
    let host = ViewHost(
      ViewWithStore(props: makeProps(made)) { TitleView(props: $0) }
        .usePresentationQueue(Queues.makeOwn())
        .store(store))
    host.appear()
    await store.send(Tune(title: "Ravel"))
    await host.until { host.texts == ["Ravel"] }
    #expect(made.values.last == .own)
  }

  @Test func `no props are computed for states that the filter considers equal`() async {
    let made = Recorder<Queues?>()
    let host = ViewHost(
      ViewWithStore(props: makeProps(made)) { TitleView(props: $0) }
        .usePresentationQueue(.main)
        .removeStateDuplicates(.equal { $0.title })
        .store(store))
    host.appear()
    let before = made.values.count
    await dispatch([Like(), Describe(subtitle: "1"), Tune(title: "Ravel")])
    await host.until { host.texts == ["Ravel"] }
    #expect(made.values.count == before + 1)
  }

  @Test func `two views compare different parts of the same type`() async {
    let (titles, subtitles) = (Recorder<Queues?>(), Recorder<Queues?>())
    let host = ViewHost(
      VStack {
        ViewWithStore(props: makeProps(titles)) { TitleView(props: $0) }
          .usePresentationQueue(.main)
          .removeStateDuplicates(.equal { $0.title })
          .store(store)

        ViewWithStore(props: makeProps(subtitles) { $0.subtitle }) { TitleView(props: $0) }
          .usePresentationQueue(.main)
          .removeStateDuplicates(.equal { $0.subtitle })
          .store(store)
      })
    host.appear()
    let before = (titles.values.count, subtitles.values.count)
    await dispatch([Describe(subtitle: "1"), Describe(subtitle: "2"), Tune(title: "Ravel")])
    await host.until { host.texts == ["Ravel", "2"] }
    #expect(titles.values.count == before.0 + 1)
    #expect(subtitles.values.count == before.1 + 2)
  }

  @Test func `filters can be combined, and a view is evaluated again when either part differs`() async {
    let made = Recorder<Queues?>()
    let host = ViewHost(
      ViewWithStore(props: makeProps(made) { $0.title + $0.subtitle }) { TitleView(props: $0) }
        .usePresentationQueue(.main)
        .removeStateDuplicates(
          .equal { $0.title } && .equal { $0.subtitle }
        )
        .store(store))
    host.appear()
    let before = made.values.count
    await dispatch([Like(), Describe(subtitle: "1"), Like(), Tune(title: "Ravel")])
    await host.until { host.texts == ["Ravel1"] }
    #expect(made.values.count == before + 2)
  }
}
