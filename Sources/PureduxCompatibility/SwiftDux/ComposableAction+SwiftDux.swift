/// An action that changes nothing.
@available(*, deprecated, message: "Omit the action, or declare your own.")
public struct EmptyAction: ComposableAction, Equatable {
  /// Creates the action.
  public init() {}
}

extension ComposableAction {
  /// Returns a chain of this action and the next action.
  @available(*, deprecated, message: "Send the actions in an `ActionPlan`, or write `a + b`.")
  public func then(_ next: some ComposableAction) -> ComposedAction { self + next }

  /// Returns a chain of this action and other actions; each action begins when the previous one has ended.
  @available(*, deprecated, message: "Send the actions in an `ActionPlan`, or write `ComposedAction([a, b])`.")
  public func then(_ actions: [any ComposableAction]) -> ComposedAction { ComposedAction([self] + actions) }

  /// Returns a chain of this action and other actions; each action begins when the previous one has ended.
  @available(*, deprecated, message: "Send the actions in an `ActionPlan`, or write `a + b + c`.")
  public func then(
    _ first: any ComposableAction, _ second: any ComposableAction, _ others: any ComposableAction...
  ) -> ComposedAction { ComposedAction([self, first, second] + others) }
}
