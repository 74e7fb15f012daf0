import Foundation
import Puredux

/// A screen of its own store, subscribed in each of the forms.
@MainActor
final class ArticleScreen: UIStateObserver {
  var store = StoreOf(\.root).with(ScreenState()) { state, action in
    state.reduce(action)
  }

  let shown = Shown()
  private(set) var tap: (() -> Void)?

  func viewDidLoad() {
    subscribe(store) { [weak self] in
      self?.shown.line("state \($0.1.opened)")
    }

    subscribe(store, removeStateDuplicates: .keyPath(\.1.opened), debounceFor: 0.016) { [weak self] state, dispatch in
      self?.tap = { dispatch(Read(title: "tapped")) }
      self?.shown.line("different \(state.1.opened)")
    }

    subscribe(
      store,
      props: { state, dispatch in
        "props \(state.0.read), \(Thread.isMainThread)"
      },
      presentationQueue: .sharedPresentationQueue,
      observe: { [weak self] in
        self?.shown.line($0)
      }
    )
  }
}

@MainActor
final class TitleScreen: Presentable {
  var presenter: PresenterProtocol?
  private(set) var props: Props?
  let shown = Shown()

  func viewDidLoad() {
    presenter?.subscribeToStore()
  }

  func setProps(_ props: Props) {
    shown.line(props.title)
    self.props = props
  }

  struct Props {
    let title: String
    let onTap: () -> Void
  }
}

struct TitlePresenter {
  func makeProps(state: AppState, dispatch: @escaping Dispatch<Action>) -> TitleScreen.Props {
    TitleScreen.Props(title: "\(state.read.count)", onTap: { dispatch(Read(title: "title")) })
  }
}
