import Dispatch
import Puredux
import PureduxCompatibility
import SwiftUI
import UIKit

// One use of each public view declaration of Puredux 1.1, in Swift 5 mode, in the style of that version. It only has to
// compile. The article lists the unsupported uses and their replacements.

protocol Action {}

struct Increment: Action {}

struct AppState: Equatable {
  var title = ""
  var subtitle: String?

  mutating func reduce(_ action: Action) {}
}

struct LocalState {
  mutating func reduce(_ action: Action) {}
}

struct TitleView: View {
  let title: String
  let didAppear: () -> Void

  var body: some View { Text(title).onAppear { didAppear() } }
}

func makeTitle(state: AppState, dispatch: @escaping Dispatch<Action>) -> TitleView {
  TitleView(title: state.title, didAppear: { dispatch(Increment()) })
}

@available(*, deprecated)
struct Root: View {
  let factory: EnvStoreFactory<AppState, Action>

  var body: some View {
    ViewWithStoreFactory(factory) {
      ViewWithStore { (state: AppState, dispatch: @escaping Dispatch<Action>) in
        TitleView(title: state.title, didAppear: { dispatch(Increment()) })
      }
      ViewWithStore { (state: AppState, store: AnyStore<AppState, Action>) in
        TitleView(title: state.title, didAppear: { store.dispatch(Increment()) })
      }
      ViewWithStore { (props: (AppState, AnyStore<AppState, Action>)) in
        TitleView(title: props.0.title, didAppear: { props.1.dispatch(Increment()) })
      }
      ViewWithStore(props: { (state: AppState, dispatch: @escaping Dispatch<Action>) in state.title }) { Text($0) }
        .usePresentationQueue(DispatchQueue(label: "props"))
        .removeStateDuplicates(.equal { $0.title } && .equal { $0.subtitle })
        .store(factory.rootStore())
      ViewWithStore(props: { (state: AppState, store: AnyStore<AppState, Action>) in state.title }) { Text($0) }
        .usePresentationQueue(.main)
      ViewWithStore { (title: String, dispatch: @escaping Dispatch<Action>) in Text(title) }
        .scopeStore({ (state: AppState) in state.title })
      ViewWithStore { (state: (AppState, LocalState), dispatch: @escaping Dispatch<Action>) in Text(state.0.title) }
        .childStore(
          initialState: LocalState(), qos: .userInitiated, reducer: { state, action in state.reduce(action) })
      ViewWithStore { (title: String, dispatch: @escaping Dispatch<Action>) in Text(title) }
        .childStore(
          initialState: LocalState(), stateMapping: { (app: AppState, local) in app.title }, qos: .userInitiated,
          reducer: { state, action in state.reduce(action) })
    }
  }
}

func makeStores(_ factory: EnvStoreFactory<AppState, Action>) {
  _ = factory.scopeStore { $0.title }
  _ = factory.scopeStore(to: { $0.title })
  _ = factory.childStore(
    initialState: LocalState(), stateMapping: { app, local in app.title }, qos: .userInitiated,
    reducer: { state, action in state.reduce(action) })
  _ = factory.childStore(
    initialState: LocalState(), qos: .userInitiated, reducer: { state, action in state.reduce(action) })
}

final class Controller: UIViewController, Presentable {
  var presenter: PresenterProtocol?

  func setProps(_ props: String) {}

  override func viewDidLoad() {
    super.viewDidLoad()
    presenter?.subscribeToStore()
  }
}
