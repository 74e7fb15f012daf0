import Puredux
import PureduxTesting
import SwiftUI
import Testing
import UIKit

private struct VolumeView: View {
  let store: any Store<Panel, any Action>
  let observed: Recorder<Int>

  @State var viewState: Panel?

  var body: some View {
    Text("\(viewState?.volume ?? -1)")
      .subscribe(
        store: store,
        debounceFor: 0.016,
        observe: {
          viewState = $0
          observed.record($0.volume)
        }
      )
  }
}

private final class VolumeController: UIViewController {
  var store = StoreOf(\.radio).with(Panel()) { state, action in
    state.reduce(action)
  }

  let observed = Recorder<Int>()

  override func viewDidLoad() {
    super.viewDidLoad()

    subscribe(store, debounceFor: 0.016) { [weak self] in
      self?.updateUI(with: $0)
    }
  }

  private func updateUI(with state: (Radio, Panel)) { observed.record(state.1.volume) }
}

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct DebouncingTests {
  private let clock = TestClock()

  private func inTime<Result>(_ operation: () -> Result) -> Result {
    StoreContext.with({ $0.clock = StoreClock(clock) }, operation: operation)
  }

  /// Many changes at once, then time for one update.
  private func burst<State>(_ store: StateStore<State, any Action>, of volumes: ClosedRange<Int>) async {
    for volume in volumes { await store.send(Turn(volume: volume)) }
    await clock.untilAsleep()
    clock.advance(by: .milliseconds(16))
  }

  @Test func `a view is updated once for a burst of changes, when the interval has passed`() async {
    let store = inTime { StateStore<Panel, any Action>(Panel()) { $0.reduce($1) } }
    let observed = Recorder<Int>()
    let host = ViewHost(VolumeView(store: store, observed: observed))
    host.appear()
    await burst(store, of: 1...10)
    #expect(await observed.values(count: 2) == [0, 10])
    await burst(store, of: 11...20)
    #expect(await observed.values(count: 3) == [0, 10, 20])
    await host.until { host.texts == ["20"] }
  }

  @Test func `a view controller is updated once for a burst of changes, when the interval has passed`() async {
    let controller = inTime { withRadio { VolumeController() } }.result
    controller.loadViewIfNeeded()
    _ = await controller.observed.values(count: 1)
    await burst(controller.store, of: 1...10)
    #expect(await controller.observed.values(count: 2) == [0, 10])
  }
}
