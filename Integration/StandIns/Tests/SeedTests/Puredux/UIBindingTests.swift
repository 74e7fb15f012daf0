import Puredux
import PureduxTesting
import SwiftUI
import Testing
import UIKit

private struct RadioView: View {
  @State var store = SharedStores[\.radio].with(Panel()) { state, action in
    state.reduce(action)
  }

  @State var viewState: (Radio, Panel)?

  var body: some View {
    RadioFace(viewState) { store.dispatch(Turn(volume: 7)) }
      .subscribe(store) { viewState = $0 }
      .onAppear {
        store.dispatch(Tune(title: "Mahler"))
      }
  }
}

private struct RadioFace: View {
  let text: String
  let turn: () -> Void

  init(_ state: (Radio, Panel)?, turn: @escaping () -> Void) {
    text = state.map { "\($0.title), \($1.volume)" } ?? "off"
    self.turn = turn
  }

  var body: some View {
    Text(text)
    Button("turn") { turn() }
  }
}

private final class RadioController: PanelController<(Radio, Panel)> {
  override func viewDidLoad() {
    super.viewDidLoad()

    subscribe(store) { [weak self] in
      self?.updateUI(with: $0)
    }
  }
}

private final class Dial: UIView {
  let shown = Recorder<Int>()

  func connect(_ store: StateStore<Radio, any Action>) {
    subscribe(store, removeStateDuplicates: .equal { $0.likes }) { [weak self] in self?.shown.record($0.likes) }
  }
}

private struct LikesView: View {
  @State @StoreOf(\.radio)
  var store: StateStore<Radio, any Action>

  init() { _store = State(wrappedValue: StoreOf(\.radio)) }

  var body: some View {
    StoreView(store) { state, dispatch in
      Text("\(state.likes)")
      Button("like") { dispatch(Like()) }
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct UIBindingTests {
  @Test func `a view shows a state of the application next to its own state, and each change of either`() async {
    let (radio, host) = withRadio { ViewHost(RadioView()) }
    host.appear()
    await host.until { host.texts == ["Mahler, 0", "turn"] }
    host.tap("turn")
    await host.until { host.texts == ["Mahler, 7", "turn"] }
    radio.dispatch(Tune(title: "Ravel"))
    await host.until { host.texts == ["Ravel, 7", "turn"] }
  }

  @Test func `two views share the application's state, and not their own`() async {
    let (radio, hosts) = withRadio { [ViewHost(RadioView()), ViewHost(RadioView())] }
    for host in hosts { host.appear() }
    hosts[0].tap("turn")
    await hosts[0].until { hosts[0].texts == ["Mahler, 7", "turn"] }
    radio.dispatch(Tune(title: "Ravel"))
    await hosts[1].until { hosts[1].texts == ["Ravel, 0", "turn"] }
  }

  @Test func `a view controller shows both states in the same way`() async {
    let (radio, controller) = withRadio { RadioController() }
    controller.loadViewIfNeeded()
    _ = await controller.shown.values(count: 1)
    controller.store.dispatch(Turn(volume: 7))
    _ = await controller.shown.values(count: 2)
    radio.dispatch(Tune(title: "Ravel"))
    let shown = await controller.shown.values(count: 3).map { "\($0.title), \($1.volume)" }
    #expect(shown == ["Bach, 0", "Bach, 7", "Ravel, 7"])
  }

  @Test func `a view inside a view controller's view has its own subscription`() async {
    let (radio, dial) = (Radio.store(), Dial())
    dial.connect(radio)
    _ = await dial.shown.values(count: 1)
    radio.dispatch(Like())
    #expect(await dial.shown.values(count: 2) == [0, 1])
  }

  @Test func `a view obtains the shared store with its property wrapper`() async {
    let before = SharedStores[\.radio].state.likes
    let host = ViewHost(LikesView())
    host.appear()
    #expect(host.texts == ["\(before)", "like"])
    host.tap("like")
    await host.until { host.texts == ["\(before + 1)", "like"] }
    #expect(SharedStores[\.radio].state.likes == before + 1)
  }
}
