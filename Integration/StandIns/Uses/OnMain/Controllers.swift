import Dispatch
import Puredux
import UIKit

final class ScreenController: UIViewController {
  var store = SharedStores[\.root].with(ScreenState()) { state, action in state.reduce(action) }

  override func viewDidLoad() {
    super.viewDidLoad()
    subscribe(store) { [weak self] in self?.update($0) }
    subscribe(store, removeStateDuplicates: .equal(\.0.title), debounceFor: 0.016) { [weak self] in self?.update($0) }
    subscribe(store) { state, dispatch in if state.0.count == 0 { dispatch(Increment()) } }
    subscribe(
      store, props: { state, dispatch in ViewModel(state.0, dispatch) }, presentationQueue: .sharedPresentationQueue
    ) { [weak self] in self?.show($0) }
  }

  private func update(_ state: (AppState, ScreenState)) {}
  private func show(_ model: ViewModel) {}
}

final class FancyController: UIViewController, Presentable {
  nonisolated struct Props {
    let title: String
    let onTap: () -> Void
  }

  var presenter: (any PresenterProtocol)?

  func setProps(_ props: Props) {}

  override func viewDidLoad() {
    super.viewDidLoad()
    presenter?.subscribeToStore()
  }
}

nonisolated struct FancyPresenter: Sendable {
  func makeProps(state: AppState, dispatch: @escaping Dispatch<any Action>) -> FancyController.Props {
    FancyController.Props(title: state.title, onTap: { dispatch(Increment()) })
  }
}

func makeFancyController(_ store: StateStore<AppState, any Action>) -> FancyController {
  let controller = FancyController()
  controller.setPresenter(store, props: FancyPresenter().makeProps, presentationQueue: .main)
  controller.setPresenter(
    store, props: FancyPresenter().makeProps, presentationQueue: DispatchQueue(label: "props"),
    removeStateDuplicates: .equal { $0.title } && .equal { $0.subtitle })
  controller.setPresenter(store, props: { state, dispatch in FancyController.Props(title: state.title, onTap: {}) })
  controller.setPresenter(store, props: FancyPresenter().makeProps, removeStateDuplicates: .equal(\.title))
  return controller
}
