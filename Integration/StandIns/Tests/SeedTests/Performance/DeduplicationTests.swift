import Puredux
import PureduxTesting
import SwiftUI
import Testing
import UIKit

private final class DeduplicatedController: PanelController<(Radio, Panel)> {
  override func viewDidLoad() {
    super.viewDidLoad()

    subscribe(
      store,
      removeStateDuplicates: .equal(\.1.lastModified)
    ) { [weak self] in
      self?.updateUI(with: $0)
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DeduplicationTests {
  @Test func `a view is not re-evaluated for changes that it does not display`() async {
    let store = Panel.store()
    let shown = Recorder<Panel>()
    let host = ViewHost(
      VolumeView(shown: shown) { view, show in
        view.subscribe(
          store: store,
          removeStateDuplicates: .equal(\.lastModified),
          observe: show
        )
      })
    host.appear()
    let fence = await Fence(store)
    for action in [Like(), Turn(volume: 3), Like()] as [any Action] {
      store.dispatch(action)
      await fence.pass()
    }
    #expect(shown.values == [Panel(), Panel(volume: 3, likes: 1, lastModified: 1)])
    await host.until { host.texts == ["3"] }
    #expect(host.passes == 3)
  }

  @Test func `a view controller is not updated for changes that it does not display`() async {
    let controller = withRadio { DeduplicatedController() }.result
    controller.loadViewIfNeeded()
    let fence = await Fence(controller.store)
    for action in [Like(), Turn(volume: 3), Tune(title: "Ravel")] as [any Action] {
      controller.store.dispatch(action)
      await fence.pass()
    }
    #expect(controller.shown.values.map(\.1) == [Panel(), Panel(volume: 3, likes: 1, lastModified: 1)])
  }
}
