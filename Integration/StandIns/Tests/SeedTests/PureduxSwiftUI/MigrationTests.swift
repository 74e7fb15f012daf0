import Dispatch
import Puredux
import PureduxCompatibility
import SwiftUI
import Testing

/// Puredux 1.0 next to its replacement: both display the same.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct MigrationTests {
  private let presenter = TitlePresenter()

  /// The replacements for the third and the fourth of the old views.
  private var now: ViewWithStore<Radio, any Action, TitleView.Props, TitleView> {
    ViewWithStore(props: presenter.makeProps) {
      TitleView(props: $0)
    }
    .usePresentationQueue(.main)
    .removeStateDuplicates(.equal { $0.title })
  }

  @available(*, deprecated)
  @Test func `the root store of 1_0 and its proxy lead to the same stores as the factory`() async {
    let rootStore = RootStore<House, any Action>(initialState: House(), reducer: { $0.radio.reduce($1) })
    let rootEnvStore = RootEnvStore(rootStore: rootStore)
    let before = rootEnvStore.store().proxy { $0.radio }

    let envStoreFactory = EnvStoreFactory(storeFactory: rootStore.storeFactory)
    let now = envStoreFactory.scopeStore { $0.radio }
    await before.send(Tune(title: "Ravel"))
    #expect(now.state.title == "Ravel")
  }

  @available(*, deprecated)
  @Test func `the view that provided the store of 1_0 provides the factory`() async {
    let rootEnvStore = RootEnvStore(rootStore: Radio.store())
    let host = ViewHost(
      StoreProvidingView(rootStore: rootEnvStore) {
        ViewWithStore { state, dispatch in TitleView(state: state, dispatch: dispatch) }
      })
    host.appear()
    #expect(host.texts == ["Bach"])
  }

  @available(*, deprecated)
  @Test func `a view with an explicit store in the form of 1_0 shows the same as the new form`() async {
    let store = Radio.store()
    let host = ViewHost(
      VStack {
        TitleView.with(
          store: store,
          removeStateDuplicates: .equal {
            $0.title
          },
          props: presenter.makeProps,
          queue: .main,
          content: { TitleView(props: $0) }
        )
        now.store(store)
      })
    host.appear()
    store.dispatch(Tune(title: "Ravel"))
    await host.until { host.texts == ["Ravel", "Ravel"] }
  }

  @available(*, deprecated)
  @Test func `a view with its environment's store in the form of 1_0 shows the same as the new form`() async {
    let factory = EnvStoreFactory(rootStore: Radio.store())
    let host = ViewHost(
      ViewWithStoreFactory(factory) {
        TitleView.withEnvStore(
          removeStateDuplicates: .equal {
            $0.title
          },
          props: presenter.makeProps,
          queue: .main,
          content: { TitleView(props: $0) }
        )
        now
      })
    host.appear()
    factory.rootStore().dispatch(Tune(title: "Ravel"))
    await host.until { host.texts == ["Ravel", "Ravel"] }
  }
}
