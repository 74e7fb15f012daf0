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
#endif
