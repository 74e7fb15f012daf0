#if canImport(SwiftUI)
  /// The latest value of a view, and the props that it displays.
  @MainActor
  final class PropsCache<Connected: ConnectableView> {
    private var view: Connected?
    private var props: Connected.Props?
    let fields = BoundFields()

    nonisolated init() {}

    /// The props of the current state. Call this in `body`.
    func map(_ view: Connected, _ store: ProvidedStore<Connected.Superstate>?) -> Connected.Props? {
      self.view = view
      fields.edits.removeReduced()
      props = store.flatMap {
        view.map(state: $0.state(), binder: ActionBinder(dispatch: $0.dispatcher, fields: fields))
      }
      return props
    }

    func isChanged(by state: Connected.Superstate, _ store: ProvidedStore<Connected.Superstate>) -> Bool {
      guard let view else { return false }
      let new = view.map(state: state, binder: ActionBinder(dispatch: store.dispatcher, fields: fields))
      guard let new, let props else { return (new == nil) != (props == nil) }
      return !view.areSame(new, props)
    }
  }
#endif
