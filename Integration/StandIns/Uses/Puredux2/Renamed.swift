import Puredux
import SwiftUI
import UIKit

// Deprecated view names of Puredux 2.2. They compile, and the compiler shows the new names.

@available(*, deprecated)
struct OldSubscribedView: View {
  let store: any Store<AppState, Action>
  @State var title = ""

  var body: some View {
    Text(title)
      .subscribe(store: store) { state, dispatch in if state.count == 0 { dispatch(Increment()) } }
      .subscribe(store: store) { state, store in if state.count == 0 { store.dispatch(Increment()) } }
      .subscribe(
        store: store, props: { state, dispatch in state.title }, presentationQueue: .sharedPresentationQueue,
        removeStateDuplicates: .keyPath(\.title), debounceFor: 0.016, observe: { title = $0 }
      )
      .subscribe(
        store: store, props: { state, store in "\(state.title) \(type(of: store.state))" },
        presentationQueue: .main, observe: { title = $0 })
  }
}

@available(*, deprecated)
struct OldStoreViews: View {
  let store: StateStore<AppState, Action>
  let other: any Store<AppState, Action>

  var body: some View {
    StoreView(store: store) { state, dispatch in
      Text(state.title).onAppear { dispatch(Increment()) }
    }
    StoreView(store: store) { state, store in
      Text(state.title).onAppear { store.dispatch(Increment()) }
    }
    StoreView(store: other, props: { state, dispatch in state.title }, content: { Text($0) })
      .usePresentationQueue(.main)
      .removeStateDuplicates(.keyPath(\.title))
    StoreView(store: store, props: { state, store in "\(state.title) \(type(of: store.state))" }) { Text($0) }
  }
}

@available(*, deprecated)
extension Controller {
  func subscribeToLabelledStore(_ store: any Store<AppState, Action>) {
    subscribe(store: store) { state, dispatch in if state.count == 0 { dispatch(Increment()) } }
    subscribe(store: store) { state, store in if state.count == 0 { store.dispatch(Increment()) } }
    subscribe(
      store: store, props: { state, dispatch in state.title }, presentationQueue: .sharedPresentationQueue,
      removeStateDuplicates: .keyPath(\.title), debounceFor: 0.016, observe: { print($0) })
    subscribe(
      store: store, props: { state, store in "\(state.title) \(type(of: store.state))" }, observe: { print($0) })
  }
}

@available(*, deprecated)
extension PresentedController {
  func setOldPresenter(_ store: any Store<AppState, Action>) {
    setPresenter(store: store, props: { state, dispatch in state.title })
    setPresenter(
      store: store, props: { state, store in "\(state.title) \(type(of: store.state))" },
      presentationQueue: .main, removeStateDuplicates: .keyPath(\.title), debounceFor: 0.016)
  }
}
