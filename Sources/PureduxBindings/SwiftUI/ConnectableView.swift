#if canImport(SwiftUI)
  public import SwiftUI

  /// A view that is made of props, which it makes of the state of a provided store; from the first frame on.
  ///
  /// It implements one of the two `map`s, and is made again when the props have changed. Nil shows nothing.
  @MainActor
  public protocol ConnectableView: View {
    /// The state of the provided store.
    associatedtype Superstate: Sendable
    /// What the view is made of.
    associatedtype Props: Equatable
    /// What it shows.
    associatedtype Content: View

    /// Makes props of the state.
    func map(state: Superstate) -> Props?
    /// Makes props of the state, with bindings that dispatch.
    func map(state: Superstate, binder: ActionBinder) -> Props?
    /// Shows the props.
    @ViewBuilder func body(props: Props) -> Content
  }

  extension ConnectableView {
    /// Nothing, for views that implement the other form.
    public func map(state: Superstate) -> Props? { nil }
    /// The props without bindings, for views that implement the other form.
    public func map(state: Superstate, binder: ActionBinder) -> Props? { map(state: state) }

    /// What `body(props:)` makes of the latest props.
    public var body: some View { ConnectedView(view: self) }
  }

  /// What shows a `ConnectableView`.
  struct ConnectedView<Connected: ConnectableView>: View {
    let view: Connected
    @Environment(\.providedStores) private var stores
    @State private var latest = Latest<Connected>()
    /// Changes when the props do.
    @State private var version = 0

    var body: some View {
      _ = version
      return content.modifier(
        StoreSubscriber(store: stores.store(Connected.Superstate.self)?.id) { subscribe() })
    }

    @ViewBuilder private var content: some View {
      if let props = latest.map(view, stores.store(Connected.Superstate.self)) { view.body(props: props) }
    }

    private func subscribe() -> StoreSubscription {
      guard let store = stores.store(Connected.Superstate.self) else {
        StoreContext.current.report(.noStoreOfState(state: "\(Connected.Superstate.self)"))
        return StoreSubscription {}
      }
      return store.subscribe { state in
        if latest.isChanged(by: state, store) { version += 1 }
      }
    }
  }

  /// The view as it was given last, and the props it was shown with.
  @MainActor
  private final class Latest<Connected: ConnectableView> {
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

  extension Misuse {
    static func noStoreOfState(state: String) -> Misuse {
      Misuse(
        "a view that is connected to a store of `\(state)` was shown, and no such store was provided to it",
        so: "it shows nothing",
        fix: "call `provideStore(_:)` on it or on a view above it")
    }
  }
#endif
