import Puredux
import PureduxTesting
import SwiftUI
import UIKit

// Code shared by the documents' snippets: a screen whose own state is a child of the radio's.

/// A view controller that records what it displays; a subclass determines its subscription.
class PanelController<Shown: Sendable>: UIViewController {
  var store = SharedStores[\.radio].with(Panel()) { state, action in
    state.reduce(action)
  }

  let shown = Recorder<Shown>()

  func updateUI(with shown: Shown) {
    MainActor.preconditionIsolated()
    self.shown.record(shown)
  }
}

/// A view that displays a volume; the test determines its subscription.
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
