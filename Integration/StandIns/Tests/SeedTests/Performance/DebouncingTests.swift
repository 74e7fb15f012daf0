import Puredux
import PureduxTesting
import SwiftUI
import Testing
import UIKit

private final class DebouncedController: PanelController<(Radio, Panel)> {
  override func viewDidLoad() {
    super.viewDidLoad()

    subscribe(store, debounceFor: 0.016) { [weak self] in
      self?.updateUI(with: $0)
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DebouncingTests {
  private let clock = TestClock()

  private func inTime<Result>(_ operation: () -> Result) -> Result {
    StoreContext.with({ $0.clock = StoreClock(clock) }, operation: operation)
  }

  /// Many changes in quick succession, then time for one update.
  private func burst<State>(_ store: StateStore<State, any Action>, of volumes: ClosedRange<Int>) async {
    for volume in volumes { await store.send(Turn(volume: volume)) }
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(16))
  }

  @Test func `a view is updated once for a burst of changes, when the interval has passed`() async {
    let store = inTime { Panel.store() }
    let shown = Recorder<Panel>()
    let host = ViewHost(
      VolumeView(shown: shown) { view, show in
        view.subscribe(
          store: store,
          debounceFor: 0.016,
          observe: show
        )
      })
    host.appear()
    await burst(store, of: 1...10)
    #expect(await shown.values(count: 2).map(\.volume) == [0, 10])
    await burst(store, of: 11...20)
    #expect(await shown.values(count: 3).map(\.volume) == [0, 10, 20])
    await host.until { host.texts == ["20"] }
  }

  @Test func `a view controller is updated once for a burst of changes, when the interval has passed`() async {
    let controller = inTime { withRadio { DebouncedController() } }.result
    controller.loadViewIfNeeded()
    _ = await controller.shown.values(count: 1)
    await burst(controller.store, of: 1...10)
    #expect(await controller.shown.values(count: 2).map(\.1.volume) == [0, 10])
  }
}
