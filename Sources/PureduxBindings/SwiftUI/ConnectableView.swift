#if canImport(SwiftUI)
  public import SwiftUI

  /// A view that is made of props, which it makes of the state of a provided store; from the first frame on.
  ///
  /// It implements one of the two `map`s, and is made again when the props have changed. Nil shows nothing.
  @MainActor @preconcurrency
  public protocol ConnectableView: View {
    /// The state of the provided store.
    associatedtype Superstate: Sendable
    /// What the view is made of.
    ///
    /// They are `Equatable`, or else the view implements `areSame`. It is no requirement of theirs, so that props that belong
    /// to the main actor, as those of a program do that is isolated to it by default, can be `Equatable` there alone.
    associatedtype Props
    /// What it shows.
    associatedtype Content: View

    /// Makes props of the state.
    func map(state: Superstate) -> Props?
    /// Makes props of the state, with bindings that dispatch.
    func map(state: Superstate, binder: ActionBinder) -> Props?
    /// Whether two props show the same: then the view is not made again. Compares them where they are `Equatable`.
    func areSame(_ one: Props, _ other: Props) -> Bool
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

  extension ConnectableView where Props: Equatable {
    /// Whether the props are equal.
    public func areSame(_ one: Props, _ other: Props) -> Bool { one == other }
  }
#endif
