#if canImport(SwiftUI)
  internal import PureduxBindings
  internal import PureduxCore
  public import SwiftUI

  /// A view whose props are computed from a provided store's state, starting with the first frame.
  ///
  /// Implement one of the two `map` methods. The view is updated when the props change. If `map` returns nil, nothing
  /// is displayed.
  @MainActor @preconcurrency
  public protocol ConnectableView: View {
    /// The state of the provided store.
    associatedtype Superstate: Sendable
    /// The values that the view displays.
    ///
    /// If the props are not `Equatable`, implement `areSame`. The protocol does not require `Equatable`, so that props
    /// isolated to the main actor can have an isolated conformance. In a program with default main-actor isolation,
    /// props are isolated unless they are declared `nonisolated`.
    associatedtype Props
    /// The type of the view that displays the props.
    associatedtype Content: View

    /// Computes props from the state.
    func map(state: Superstate) -> Props?
    /// Computes props from the state; `binder` creates bindings that dispatch actions.
    func map(state: Superstate, binder: ActionBinder) -> Props?
    /// Returns whether two sets of props are displayed identically; if so, the view is not updated. By default,
    /// `Equatable` props are compared with `==`.
    func areSame(_ one: Props, _ other: Props) -> Bool
    /// Displays the props.
    @ViewBuilder func body(props: Props) -> Content
  }

  extension ConnectableView {
    /// Returns nil. Default implementation for views that implement `map(state:binder:)`.
    public func map(state: Superstate) -> Props? { nil }
    /// Ignores the binder. Default implementation for views that implement `map(state:)`.
    public func map(state: Superstate, binder: ActionBinder) -> Props? { map(state: state) }

    /// The view that `body(props:)` returns for the latest props.
    public var body: some View { ConnectedView(view: self) }
  }

  extension ConnectableView where Props: Equatable {
    /// Returns whether two sets of props are equal.
    public func areSame(_ one: Props, _ other: Props) -> Bool { one == other }
  }

  /// The body of a `ConnectableView`: observes the provided store, and displays the props.
  struct ConnectedView<Connected: ConnectableView>: View {
    let view: Connected
    @Environment(\.providedStores) private var stores
    @State private var cache = PropsCache<Connected>()
    /// A counter that is incremented to update the view when the props change.
    @State private var version = 0

    var body: some View {
      _ = version
      return content.modifier(
        StoreSubscriber(store: stores.store(Connected.Superstate.self)?.id) { subscribe() })
    }

    @ViewBuilder private var content: some View {
      if let props = cache.map(view, stores.store(Connected.Superstate.self)) {
        view.body(props: props)
      } else {
        NothingView()
      }
    }

    private func subscribe() -> StoreSubscription {
      guard let store = stores.store(Connected.Superstate.self) else {
        StoreContext.current.report(.noStoreOfState(state: "\(Connected.Superstate.self)"))
        return StoreSubscription {}
      }
      cache.fields.onReduced = { version += 1 }
      return store.subscribe { state in
        if cache.isChanged(by: state, store) { version += 1 }
      }
    }
  }

  /// The connected view most recently passed to `map`, and the props that the view displays.
  @MainActor
  final class PropsCache<Connected: ConnectableView> {
    private var view: Connected?
    private var props: Connected.Props?
    let fields = BoundFields()

    nonisolated init() {}

    /// Computes the view's props from the current state. Call this method in `body`.
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

  extension Misuse {
    static func noStoreOfState(state: String) -> Misuse {
      Misuse(
        "a view that is connected to a store of `\(state)` is displayed, but no such store was provided to it",
        so: "it shows nothing",
        fix: "call `provideStore(_:)` on the view or on an ancestor")
    }
  }
#endif
