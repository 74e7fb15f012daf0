import Puredux
import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing
import UIKit

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ConnectionTests {
  private let root = Radio.store()
  private var envStoreFactory: EnvStoreFactory<Radio, any Action> { EnvStoreFactory(rootStore: root) }

  @Test func `a view is connected to the root store of its environment, and dispatches to it`() async {
    let window = UIHostingController(
      rootView: ViewWithStoreFactory(envStoreFactory) {

        ViewWithStore { state, dispatch in
          TitleView(
            state: state,
            dispatch: dispatch
          )
        }
      }
    )
    window.loadViewIfNeeded()
    #expect(window.host.texts == ["Bach"])
    await root.send(Tune(title: "Ravel"))
    await window.host.until { window.host.texts == ["Ravel"] }
    #expect(root.state.likes == 1)
  }

  @Test func `a view is connected to the given store`() async {
    let houseFactory = EnvStoreFactory(rootStore: House.store())
    let featureStore = houseFactory.scopeStore { $0.radio }
    let window = UIHostingController(
      rootView: ViewWithStore { state, dispatch in
        TitleView(
          state: state,
          dispatch: dispatch
        )
      }
      .store(featureStore)
    )
    window.loadViewIfNeeded()
    houseFactory.rootStore().dispatch(Tune(title: "Ravel"))
    await window.host.until { window.host.texts == ["Ravel"] }
  }

  @Test func `a view is connected to a part of the root store of its environment`() async {
    let houseFactory = EnvStoreFactory(rootStore: House.store())
    let window = UIHostingController(
      rootView: ViewWithStoreFactory(houseFactory) {

        ViewWithStore { radio, dispatch in
          TitleView(
            state: radio,
            dispatch: dispatch
          )
        }
        .scopeStore({ (house: House) in house.radio })
      }
    )
    window.loadViewIfNeeded()
    #expect(window.host.texts == ["Bach"])
    houseFactory.rootStore().dispatch(Tune(title: "Ravel"))
    await window.host.until { window.host.texts == ["Ravel"] }
  }

  @Test func `one view can be shown with props of different kinds`() async {
    let other: @Sendable (Radio, StateStore<Radio, any Action>) -> TitleView.Props = { state, _ in
      TitleView.Props(title: "\(state.title)!", didAppear: {})
    }
    let host = ViewHost(
      ViewWithStoreFactory(envStoreFactory) {
        ViewWithStore(props: TitleView.Props.makeProps) { props in
          TitleView(
            props: props
          )
        }
        ViewWithStore(props: other) { TitleView(props: $0) }
      })
    host.appear()
    // The first props may be late on a busy machine.
    await host.until { host.texts == ["Bach", "Bach!"] }
    #expect(TitleView(title: "alone", didAppear: {}).title == "alone")
  }
}
