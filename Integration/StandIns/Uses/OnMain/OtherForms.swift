import Dispatch
import Puredux
import PureduxCompatibility
import SwiftUI
import UIKit

// View forms that the original documents do not contain.

struct SubscribedViews: View {
  let store: StateStore<AppState, any Action>
  @State private var title = ""

  var body: some View {
    Text(title)
      .subscribe(store, options: UpdateOptions(rate: .throttle(0.25))) { state, dispatch in
        if state.count == 0 { dispatch(Increment()) }
      }
      .subscribe(
        store, props: { state, dispatch in ViewModel(state, dispatch) },
        options: UpdateOptions(presentationQueue: .main)
      ) { title = $0.title }
  }
}

struct PlaceholderViews: View {
  let store: StateStore<AppState, any Action>

  var body: some View {
    StoreView(store, options: UpdateOptions(rate: .throttle(0.25))) { state, _ in Text(state.title) }
    StoreView(store, props: { state, store in ViewModel(state, store.dispatch) }) { model in
      Text(model.title)
    } placeholder: {
      Text("loading")
    }
    ViewWithStore(props: { (state: AppState, dispatch: @escaping Dispatch<any Action>) in state.title }) { title in
      Text(title)
    } placeholder: {
      Text("loading")
    }
    .updateRate(.throttle(0.25))
    .store(store)
    ViewWithStore(props: { (state: AppState, store: StateStore<AppState, any Action>) in state.title }) { title in
      Text(title)
    } placeholder: {
      Text("loading")
    }
    .store(store)
  }
}

struct EditingViews: View {
  let store: StateStore<AppState, any Action>
  let text: StateStore<String, TextEdit>

  var body: some View {
    EditingView(store, \.title, dispatch: { TodoAction.setText($0) }) { title in TextField("Title", text: title) }
    EditingView(text, \.self, edit: { $0 }) { text in TextField("Text", text: text) }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct ModelView: View {
  let model: StoreModel<AppState, any Action>

  init(_ store: StateStore<AppState, any Action>) { model = StoreModel(store) }

  var body: some View { Text("\(model.title) \(model.count)") }
}

final class TitleView: UIView {
  private var title = ""

  func show(_ store: StateStore<AppState, any Action>) {
    subscribe(store) { [weak self] state in self?.title = state.title }
    subscribe(store, options: UpdateOptions(rate: .throttle(0.25))) { [weak self] state in self?.title = state.title }
  }

  func follow(_ store: StateStore<AppState, any Action>) async {
    for await state in store.states() { title = state.title }
  }
}

struct ContentView_Previews: PreviewProvider {
  static var previews: some View {
    TodosView().provideStore(StateStore<AppState, any Action>(AppState()) { state, action in state.reduce(action) })
  }
}

/// A view that is created outside of the main actor.
nonisolated func makeView(_ store: StateStore<AppState, any Action>) -> some View {
  StoreView(store) { state, _ in Text(state.title) }
    .subscribe(store) { _ in }
}
