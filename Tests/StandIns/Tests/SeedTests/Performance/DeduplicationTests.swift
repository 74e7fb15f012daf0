import Puredux
import PureduxTesting
import SwiftUI
import Testing
import UIKit

private struct PanelView: View {
  let store: any Store<Panel, any Action>
  let observed: Recorder<Panel>

  @State var viewState: Panel?

  var body: some View {
    Text("\(viewState?.volume ?? -1)")
      .subscribe(
        store: store,
        removeStateDuplicates: .keyPath(\.lastModified),
        observe: {
          viewState = $0
          observed.record($0)
        }
      )
  }
}

private final class PanelController: UIViewController {
  var store = StoreOf(\.radio).with(Panel()) { state, action in
    state.reduce(action)
  }

  let observed = Recorder<Panel>()

  override func viewDidLoad() {
    super.viewDidLoad()

    subscribe(
      store,
      removeStateDuplicates: .keyPath(\.1.lastModified)
    ) { [weak self] in
      self?.updateUI(with: $0)
    }
  }

  private func updateUI(with state: (Radio, Panel)) { observed.record(state.1) }
}

@MainActor
@Suite struct DeduplicationTests {
  @Test func `a view is not made again for changes of what it does not show`() async {
    let store = StateStore<Panel, any Action>(Panel()) { $0.reduce($1) }
    let observed = Recorder<Panel>()
    let host = ViewHost(PanelView(store: store, observed: observed))
    host.appear()
    let fence = await Fence(store)
    for action in [Like(), Turn(volume: 3), Like()] as [any Action] {
      store.dispatch(action)
      await fence.pass()
    }
    #expect(observed.values == [Panel(), Panel(volume: 3, likes: 1, lastModified: 1)])
    await host.until { host.texts == ["3"] }
    #expect(host.passes == 3)
  }

  @Test func `a view controller is not updated for changes of what it does not show`() async {
    let controller = withRadio { PanelController() }.result
    controller.loadViewIfNeeded()
    let fence = await Fence(controller.store)
    for action in [Like(), Turn(volume: 3), Tune(title: "Ravel")] as [any Action] {
      controller.store.dispatch(action)
      await fence.pass()
    }
    #expect(controller.observed.values == [Panel(), Panel(volume: 3, likes: 1, lastModified: 1)])
  }
}
