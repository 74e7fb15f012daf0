#if canImport(SwiftUI)
  /// The view as its parent made it last, and the props that it shows.
  @MainActor
  final class PropsCache<Connected: ConnectableView> {
    private var view: Connected?
    private var props: Connected.Props?

    nonisolated init() {}

    func map(_ view: Connected, _ store: ProvidedStore<Connected.Superstate>?) -> Connected.Props? {
      self.view = view
      props = store.flatMap { view.map(state: $0.state(), binder: ActionBinder(dispatch: $0.dispatcher)) }
      return props
    }

    func isChanged(by state: Connected.Superstate, _ store: ProvidedStore<Connected.Superstate>) -> Bool {
      view?.map(state: state, binder: ActionBinder(dispatch: store.dispatcher)) != props
    }
  }
#endif
