import Foundation
import Puredux

/// Uses by view controllers and views, here in objects that need no user interface.
@MainActor
final class Screen: UIStateObserver {
  let store: StateStore<AppState, Action>
  init(_ store: StateStore<AppState, Action>) { self.store = store }

  func subscribeInEveryForm() {
    subscribe(store) { state in print(state.title) }
    subscribe(store) { state, dispatch in if state.count == 0 { dispatch(Increment()) } }
    subscribe(store) { (state: AppState, store: AnyStore<AppState, Action>) in store.dispatch(Increment()) }
    subscribe(store, removeStateDuplicates: .keyPath(\.count), debounceFor: 0.016) { state in print(state.title) }
    subscribe(
      store, props: { state, dispatch in "\(state.count)" }, presentationQueue: .sharedPresentationQueue,
      removeStateDuplicates: .keyPath(\.count), debounceFor: 0.1, observe: { print($0) })
    subscribe(
      store, props: { (state: AppState, store: AnyStore<AppState, Action>) in "\(state.count)" },
      presentationQueue: .main, observe: { print($0) })
  }
}

@MainActor
final class PresentedScreen: Presentable {
  struct Props {
    let title: String
    let onTap: () -> Void
  }

  var presenter: PresenterProtocol?

  func viewDidLoad() { presenter?.subscribeToStore() }
  func setProps(_ props: Props) { print(props.title) }

  static func make(_ store: StateStore<AppState, Action>) -> PresentedScreen {
    let screen = PresentedScreen()
    screen.setPresenter(
      store, props: { state, dispatch in Props(title: state.title, onTap: { dispatch(Increment()) }) })
    screen.setPresenter(
      store,
      props: { (state: AppState, store: AnyStore<AppState, Action>) in
        Props(title: state.title, onTap: { store.dispatch(Increment()) })
      }, presentationQueue: DispatchQueue(label: "props"), removeStateDuplicates: .keyPath(\.title),
      debounceFor: 0.1)
    return screen
  }
}
