import Dispatch
import Puredux
import PureduxCompatibility
import SwiftUI

// Deprecated view names of Puredux 1.1. They compile, and the compiler shows the new names.

@available(*, deprecated)
struct OldRoot: View {
  let rootStore = RootStore<AppState, Action>(initialState: AppState()) { state, action in state.reduce(action) }

  var body: some View {
    StoreProvidingView(rootStore: RootEnvStore(rootStore: rootStore)) {
      TitleView.withEnvStore(
        removeStateDuplicates: .equal { (state: AppState) in state.title },
        props: { (state: AppState, store: AnyStore<AppState, Action>) in state.title }, queue: .main,
        content: { Text($0) })
      ViewWithStore { (title: String, dispatch: @escaping Dispatch<Action>) in Text(title) }
        .scopeStore(to: { (state: AppState) in state.title })
    }
    TitleView.with(
      store: RootEnvStore(rootStore: rootStore).store(), removeStateDuplicates: .equal { $0.title },
      props: { state, store in state.title }, queue: .main, content: { Text($0) })
  }
}

@available(*, deprecated)
func makeOldStores(_ factory: EnvStoreFactory<AppState, Action>) {
  let root: PublishingStore<AppState, Action> = factory.rootStore()
  let title: PublishingStore<String, Action> = factory.scopeStore { $0.title }
  let child: PublishingStoreObject<(AppState, LocalState), Action> = factory.childStore(
    initialState: LocalState(), reducer: { state, action in state.reduce(action) })
  child.store().dispatch(Increment())
  _ = root.proxy { $0.title }
  _ = title.scope(to: { $0.count })
  _ = factory.scopeStore(toOptional: { $0.subtitle })
  factory.dispatch(Increment())
}

@available(*, deprecated)
extension Root {
  init(_ storeFactory: StoreFactory<AppState, Action>) {
    self.init(factory: EnvStoreFactory(storeFactory: storeFactory))
  }
}

@available(*, deprecated)
extension Controller {
  func connect(_ store: AnyStore<AppState, Action>) {
    with(store: store, props: { state, store in state.title }, presentationQueue: .main)
    with(
      store: store, props: { state, store in state.title },
      presentationQueue: .serialQueue(DispatchQueue(label: "props")), removeStateDuplicates: .equal { $0.title })
  }
}
