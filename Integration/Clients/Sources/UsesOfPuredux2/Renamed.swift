import Foundation
import Puredux

// Deprecated names of Puredux 2.2. They compile, and the compiler shows the new names.

@available(*, deprecated)
func useOldNames(_ store: StateStore<AppState, Action>) {
  _ = store.flatMap(state: { $0.subtitle })
  _ = store.flatMap(state: \.subtitle)
  let weak: AnyStore<AppState, Action> = store.weakStore()
  let handler: Observer<AppState>.StateHandler = { state in .active }
  weak.subscribe(observer: Observer(observe: handler))
  let predicate: Equating<AppState>.Predicate = Equating.keyPath(\.title).predicate
  _ = predicate(AppState(), AppState())
  let rules: [Equating<AppState>] = [.asIdentifiable, .with([.keyPath(\.title), .keyPath(\.count)])]
  print(rules.count)
  Dependencies.inject(\.client, LiveClient())
  SharedStores.inject(\.root, StateStore(AppState(), reducer: appReducer))
  let createJob: StateStore<Jobs, Action>.CreateForEachEffect = { _, _, _ in .postpone }
  print(type(of: createJob))
}

@available(*, deprecated)
extension Screen {
  func subscribeToLabelledStore() {
    subscribe(
      store: store, removeStateDuplicates: .asEquatable, debounceFor: 0.1, observe: { state in print(state.title) })
    subscribe(store: store) { state, dispatch in if state.count == 0 { dispatch(Increment()) } }
    subscribe(store: store) { state, store in if state.count == 0 { store.dispatch(Increment()) } }
    subscribe(
      store: store, props: { state, dispatch in "\(state.count)" }, presentationQueue: .sharedPresentationQueue,
      removeStateDuplicates: .keyPath(\.count), debounceFor: 0.1, observe: { print($0) })
    subscribe(
      store: store, props: { state, store in "\(state.count) \(type(of: store.dispatch))" }, observe: { print($0) })
  }
}

@available(*, deprecated)
extension PresentedScreen {
  func setPresenterOfLabelledStore(_ store: StateStore<AppState, Action>) {
    setPresenter(
      store: store, props: { state, dispatch in Props(title: state.title, onTap: { dispatch(Increment()) }) })
    setPresenter(
      store: store, props: { state, store in Props(title: state.title, onTap: { store.dispatch(Increment()) }) },
      presentationQueue: .serialQueue(DispatchQueue(label: "props")), removeStateDuplicates: .keyPath(\.title))
  }
}

@available(*, deprecated)
func attachEffectsOfWholeStates(_ store: StateStore<Jobs, Action>) {
  _ = Effect.State()
  store.map(state: \.job).effect { _, dispatch in Effect { dispatch(Increment()) } }
  store.map(state: \.job).effect(on: .main) { _, dispatch in Effect { dispatch(Increment()) } }
  store.map(state: \.isOn).effectToggle { _, _ in .postpone }
  store.map(state: \.isOn).effectToggle(on: .main) { _, _ in .postpone }
  store.map(state: \.query).effectOnChange { _, _ in .postpone }
  store.map(state: \.query).effectOnChange(on: .main) { _, _ in .postpone }
  store.map(state: \.jobs).effectCollection { _, _, _ in .postpone }
  store.map(state: \.jobs).effectCollection(on: .main, forEach: { _, _, _ in .postpone })
}
