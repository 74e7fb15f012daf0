/// An action that can be put together with others, where a store's `Action` is a protocol.
///
/// ```swift
/// protocol AppAction: ComposableAction { … }
/// extension ComposedAction: AppAction { … }
/// store.dispatch(Load() + Show())
/// ```
public protocol ComposableAction: Sendable {}

extension ComposableAction {
  /// This action, and the next one when this one has been reduced.
  public func then(_ next: some ComposableAction) -> ComposedAction { self + next }
}

/// Two actions, or more, to be reduced from left to right.
public func + (first: any ComposableAction, second: any ComposableAction) -> ComposedAction {
  ComposedAction([first, second])
}
