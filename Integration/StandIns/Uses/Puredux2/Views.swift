import Puredux
import SwiftUI
import UIKit

// One use of each public view declaration of Puredux 2.2, in Swift 5 mode, in the style of that version. It only has to
// compile, unchanged. `Renamed.swift` contains the declarations without a recommended overload. Here, the declarations
// that are marked as deprecated use deprecated overloads too.

protocol Action {}

struct Increment: Action {}

struct AppState: Equatable {
  var title = ""
  var count = 0

  mutating func reduce(_ action: Action) { count += 1 }
}

struct ScreenState {
  mutating func reduce(_ action: Action) {}
}

extension SharedStores {
  @StoreEntry var root = StateStore<AppState, Action>(AppState()) { state, action in state.reduce(action) }
}

@available(*, deprecated)
struct SubscribedView: View {
  @State @StoreOf(\.root) var root: StateStore<AppState, Action>
  @State var store = StoreOf(\.root).with(ScreenState()) { state, action in state.reduce(action) }
  @State var viewState: (AppState, ScreenState)?
  @State var title = ""

  var body: some View {
    Text(title)
      .subscribe(store) { viewState = $0 }
      .subscribe(store) { state, dispatch in if state.0.count == 0 { dispatch(Increment()) } }
      .subscribe(root) { (state: AppState, store: AnyStore<AppState, Action>) in store.dispatch(Increment()) }
      .subscribe(
        root, props: { state, dispatch in state.title }, presentationQueue: .sharedPresentationQueue,
        removeStateDuplicates: .keyPath(\.title), debounceFor: 0.016, observe: { title = $0 }
      )
      .subscribe(
        root, props: { (state: AppState, store: AnyStore<AppState, Action>) in state.title }, presentationQueue: .main,
        observe: { title = $0 })
  }
}

@available(*, deprecated)
struct LabelledView: View {
  let store: any Store<AppState, Action>
  @State var viewState: AppState?

  var body: some View {
    Text(viewState?.title ?? "")
      .subscribe(
        store: store, removeStateDuplicates: .keyPath(\.count), debounceFor: 0.016, observe: { viewState = $0 })
  }
}

@available(*, deprecated)
struct StoreViews: View {
  let store: StateStore<AppState, Action>

  var body: some View {
    StoreView(store) { state, dispatch in
      Text(state.title).onAppear { dispatch(Increment()) }
    }
    StoreView(store) { (state: AppState, store: AnyStore<AppState, Action>) in
      Text(state.title).onAppear { store.dispatch(Increment()) }
    }
    StoreView(store: store) { (props: (AppState, StateStore<AppState, Action>)) in
      Text(props.0.title).onAppear { props.1.dispatch(Increment()) }
    }
    StoreView(store: store) { props in Text(props.0.title).onAppear { props.1.dispatch(Increment()) } }
    StoreView(store: store) { state, store in Text(state.title) }
    StoreView(store, props: { state, dispatch in state.title }, content: { Text($0) })
    StoreView(store, props: { (state: AppState, store: AnyStore<AppState, Action>) in state.title }) { Text($0) }
  }
}

@available(*, deprecated)
final class Controller: UIViewController {
  let store = StoreOf(\.root).with(ScreenState()) { state, action in state.reduce(action) }

  override func viewDidLoad() {
    super.viewDidLoad()
    subscribe(store) { [weak self] in self?.update($0) }
    subscribe(store, removeStateDuplicates: .keyPath(\.0.title), debounceFor: 0.016) { [weak self] in self?.update($0) }
    subscribe(store) { state, dispatch in if state.0.count == 0 { dispatch(Increment()) } }
    subscribe(
      store, props: { state, dispatch in state.0.title }, presentationQueue: .sharedPresentationQueue,
      observe: { print($0) })
  }

  private func update(_ state: (AppState, ScreenState)) {}
}

final class PresentedController: UIViewController, Presentable {
  var presenter: PresenterProtocol?

  override func viewDidLoad() {
    super.viewDidLoad()
    presenter?.subscribeToStore()
  }

  func setProps(_ props: String) {}

  @available(*, deprecated)
  static func make(_ store: StateStore<AppState, Action>) -> UIViewController {
    let controller = PresentedController()
    controller.setPresenter(store, props: { state, dispatch in state.title })
    controller.setPresenter(
      store, props: { (state: AppState, store: AnyStore<AppState, Action>) in state.title },
      presentationQueue: .main, removeStateDuplicates: .keyPath(\.title), debounceFor: 0.016)
    return controller
  }
}

final class ObservingView: UIView {
  func show(_ store: StateStore<AppState, Action>) {
    subscribe(store) { state in print(state.title) }
  }
}
