import Dispatch
import Foundation
import Puredux

#if SWIFT_5_CLIENT
  import EntriesSwift5
#elseif SWIFT_6_CLIENT
  import EntriesSwift6
#else
  import EntriesOnMain
#endif

nonisolated struct ViewModel: Sendable {
  let title: String

  init(_ state: (AppState, ViewState), _ dispatch: @escaping Dispatch<any Action>) {
    title = "\(state.0.count), \(state.1.taps), \(Thread.isMainThread ? "on" : "off") the main thread"
  }
}

@MainActor
final class Screen: UIStateObserver {
  var store = SharedStores[\.root].with(ViewState()) { state, action in
    state.reduce(action)
  }
  let shown = Shown()

  func viewDidLoad() {
    subscribe(store) { [weak self] in
      self?.shown.line("states \($0.0.count), \($0.1.taps)")
    }
    subscribe(
      store,
      removeStateDuplicates: .equal(\.1.taps),
      debounceFor: 0.016
    ) { [weak self] in
      self?.shown.line("taps \($0.1.taps)")
    }
    subscribe(
      store,
      props: { state, dispatch in
        ViewModel(state, dispatch)
      },
      presentationQueue: .sharedPresentationQueue
    ) { [weak self] in
      self?.shown.line("model \($0.title)")
    }
  }
}

@MainActor
final class TitleScreen: Presentable {
  nonisolated struct Props {
    let title: String
    let onTap: () -> Void
  }

  var presenter: (any PresenterProtocol)?
  let shown = Shown()
  private(set) var props: Props?

  func setProps(_ props: Props) {
    self.props = props
    shown.line(props.title)
  }
}

nonisolated struct TitlePresenter: Sendable {
  func makeProps(state: AppState, dispatch: @escaping Dispatch<any Action>) -> TitleScreen.Props {
    TitleScreen.Props(title: "\(state.count)", onTap: { dispatch(Increment()) })
  }
}

@MainActor
func checkBindings() async {
  let screen = Screen()
  screen.viewDidLoad()
  await screen.shown.until(["states 0, 0", "taps 0", "model 0, 0, off the main thread"])
  screen.store.dispatch(Increment())
  await screen.shown.until(["states 1, 1", "taps 1", "model 1, 1, off the main thread"])

  let title = TitleScreen()
  title.setPresenter(
    SharedStores[\.root],
    props: TitlePresenter().makeProps,
    presentationQueue: .main,
    removeStateDuplicates: .equal { $0.count } && .equal { $0.currentTime })
  title.presenter?.subscribeToStore()
  await title.shown.until(["1"])
  title.props?.onTap()
  await title.shown.until(["2"])
}
