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
  var store = StoreOf(\.root).with(ViewState()) { state, action in
    state.reduce(action)
  }
  let (shown, show) = AsyncStream.makeStream(of: String.self)

  func viewDidLoad() {
    subscribe(store) { [weak self] in
      self?.show.yield("states \($0.0.count), \($0.1.taps)")
    }
    subscribe(
      store,
      removeStateDuplicates: .keyPath(\.1.taps),
      debounceFor: 0.016
    ) { [weak self] in
      self?.show.yield("taps \($0.1.taps)")
    }
    subscribe(
      store,
      props: { state, dispatch in
        ViewModel(state, dispatch)
      },
      presentationQueue: .sharedPresentationQueue
    ) { [weak self] in
      self?.show.yield("model \($0.title)")
    }
  }

  /// Returns when all of these were shown.
  func until(_ lines: Set<String>) async {
    var missing = lines
    for await line in shown {
      missing.remove(line)
      if missing.isEmpty { return }
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
  let (shown, show) = AsyncStream.makeStream(of: String.self)
  private(set) var props: Props?

  func setProps(_ props: Props) {
    self.props = props
    show.yield(props.title)
  }
}

nonisolated struct TitlePresenter: Sendable {
  func makeProps(state: AppState, store: any Store<AppState, any Action>) -> TitleScreen.Props {
    TitleScreen.Props(title: "\(state.count)", onTap: { store.dispatch(Increment()) })
  }
}

@MainActor
func checkBindings() async {
  let screen = Screen()
  screen.viewDidLoad()
  await screen.until(["states 0, 0", "taps 0", "model 0, 0, off the main thread"])
  screen.store.dispatch(Increment())
  await screen.until(["states 1, 1", "taps 1", "model 1, 1, off the main thread"])

  let title = TitleScreen()
  title.with(
    store: StoreOf[\.root],
    props: TitlePresenter().makeProps,
    presentationQueue: .main,
    removeStateDuplicates: .equal { $0.count } && .equal { $0.currentTime })
  title.presenter?.subscribeToStore()
  var titles = title.shown.makeAsyncIterator()
  check(await titles.next() == "1")
  title.props?.onTap()
  check(await titles.next() == "2")
}
