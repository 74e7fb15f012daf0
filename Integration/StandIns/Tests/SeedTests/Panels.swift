import Puredux
import PureduxTesting
import SwiftUI
import UIKit

// What the documents' snippets have in common: a screen with a state of its own below the radio's.

/// A view controller that records what it is shown; what it subscribes to, and how, a subclass says.
class PanelController<Shown: Sendable>: UIViewController {
  var store = StoreOf(\.radio).with(Panel()) { state, action in
    state.reduce(action)
  }

  let shown = Recorder<Shown>()

  func updateUI(with shown: Shown) {
    MainActor.preconditionIsolated()
    self.shown.record(shown)
  }
}

/// A view that shows a volume; how it subscribes, the test says.
struct VolumeView<Content: View>: View {
  let subscribed: (_ view: Text, _ show: @escaping @MainActor (Panel) -> Void) -> Content
  let shown: Recorder<Panel>

  @State private var viewState: Panel?

  init(
    shown: Recorder<Panel>,
    @ViewBuilder subscribed: @escaping (_ view: Text, _ show: @escaping @MainActor (Panel) -> Void) -> Content
  ) {
    self.subscribed = subscribed
    self.shown = shown
  }

  var body: some View {
    subscribed(Text("\(viewState?.volume ?? -1)")) {
      viewState = $0
      shown.record($0)
    }
  }
}
