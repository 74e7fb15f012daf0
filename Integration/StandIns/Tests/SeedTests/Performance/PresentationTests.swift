import Dispatch
import Puredux
import PureduxTesting
import SwiftUI
import Testing
import UIKit

/// Expensive props, which record where they were created.
private struct ViewModel: Sendable {
  let text: String
  let place: Queues?
  let turn: @Sendable () -> Void

  init(_ state: (Radio, Panel), _ dispatch: @escaping Dispatch<any Action>) {
    text = "\(state.0.title), \(state.1.volume)"
    place = Queues.current
    turn = { dispatch(Turn(volume: state.1.volume + 1)) }
  }
}

private struct ModelView: View {
  @State var store = SharedStores[\.radio].with(Panel()) { state, action in
    state.reduce(action)
  }

  @State var viewModel: ViewModel?
  let observed: Recorder<Queues?>

  var body: some View {
    VStack {
      Text(viewModel?.text ?? "off")
      Button("turn") { viewModel?.turn() }
    }
    .subscribe(
      store,
      props: { state, dispatch in
        ViewModel(state, dispatch)
      },
      presentationQueue: .sharedPresentationQueue,
      observe: {
        MainActor.preconditionIsolated()
        viewModel = $0
        observed.record($0.place)
      }
    )
  }
}

private final class ModelController: PanelController<ViewModel> {
  override func viewDidLoad() {
    super.viewDidLoad()

    subscribe(
      store,
      props: { state, dispatch in
        ViewModel(state, dispatch)
      },
      presentationQueue: .sharedPresentationQueue
    ) { [weak self] in
      self?.updateUI(with: $0)
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct PresentationTests {
  @Test func `a view's props are computed in the background and displayed on the main actor`() async {
    let observed = Recorder<Queues?>()
    let host = withRadio { ViewHost(ModelView(observed: observed)) }.result
    host.appear()
    await host.until { host.texts == ["Bach, 0", "turn"] }
    host.tap("turn")
    await host.until { host.texts == ["Bach, 1", "turn"] }
    host.tap("turn")
    await host.until { host.texts == ["Bach, 2", "turn"] }
    // The first props are created in the background too; the view waits a moment for them as it appears.
    #expect(observed.values == [.shared, .shared, .shared])
  }

  @Test func `a view controller's props are computed in the background and displayed on the main actor`() async throws {
    let controller = withRadio { ModelController() }.result
    controller.loadViewIfNeeded()
    let first = try #require(await controller.shown.values(count: 1).first)
    first.turn()
    let models = await controller.shown.values(count: 2)
    #expect(models.map(\.text) == ["Bach, 0", "Bach, 1"])
    #expect(models.map(\.place) == [.shared, .shared])
  }
}
