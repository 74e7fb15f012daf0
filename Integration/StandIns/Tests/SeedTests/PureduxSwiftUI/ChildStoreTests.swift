import Puredux
import PureduxCompatibility
import PureduxTesting
import SwiftUI
import Testing

/// Props computed from the states of the radio and of its panel.
private struct Composition: Sendable {
  let text: String

  init(_ radio: Radio, _ panel: Panel) { text = "\(radio.title), \(panel.volume)" }
}

private struct PanelSwitch: View {
  @State private var isShown = true
  @State private var glances = 0

  var body: some View {
    Button("switch") { isShown.toggle() }
    Button("glance \(glances)") { glances += 1 }
    if isShown {
      ViewWithStore { (stateComposition: Composition, dispatch: @escaping Dispatch<any Action>) in
        Text(stateComposition.text)
        Button("turn") { dispatch(Turn(volume: 7)) }
      }
      .childStore(
        initialState: Panel(),
        stateMapping: { (radio: Radio, panel: Panel) in
          Composition(radio, panel)
        },
        reducer: { panel, action in panel.reduce(action) }
      )
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ChildStoreTests {
  private let factory = EnvStoreFactory(rootStore: Radio.store())

  private func makeHost() -> ViewHost {
    let host = ViewHost(ViewWithStoreFactory(factory) { PanelSwitch() })
    host.appear()
    return host
  }

  @Test func `a view with a child store shows a value computed from the root's state and its own`() async {
    let host = makeHost()
    #expect(host.texts == ["switch", "glance 0", "Bach, 0", "turn"])
    host.tap("turn")
    await host.until { host.texts.contains("Bach, 7") }
    factory.rootStore().dispatch(Tune(title: "Ravel"))
    await host.until { host.texts.contains("Ravel, 7") }
  }

  @Test func `a child store and its state stay, however often its view and the views above are evaluated`() async {
    let host = makeHost()
    host.tap("turn")
    await host.until { host.texts.contains("Bach, 7") }
    for glances in 1...3 {
      host.tap("glance \(glances - 1)")
      await host.until { host.texts.contains("glance \(glances)") }
      #expect(host.texts.contains("Bach, 7"))
    }
  }

  @Test func `a child store's state is released with its view`() async {
    let host = makeHost()
    host.tap("turn")
    await host.until { host.texts.contains("Bach, 7") }
    host.tap("switch")
    await host.until { host.texts == ["switch", "glance 0"] }
    host.tap("switch")
    await host.until { host.texts.contains("Bach, 0") }
  }
}
