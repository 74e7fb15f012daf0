public import PureduxEffects

/// An action that changes nothing.
@available(*, deprecated, message: "Leave the action out, or declare one of your own.")
public struct EmptyAction: ComposableAction, Equatable {
  /// Creates the action.
  public init() {}
}

extension ComposableAction {
  /// This action, and the others from first to last, each when the one before has ended.
  @available(*, deprecated, message: "Write `a + b + c`, or `ComposedAction([a, b, c])`.")
  public func then(_ actions: [any ComposableAction]) -> ComposedAction { ComposedAction([self] + actions) }

  /// This action, and the others from first to last, each when the one before has ended.
  @available(*, deprecated, message: "Write `a + b + c`.")
  public func then(
    _ first: any ComposableAction, _ second: any ComposableAction, _ others: any ComposableAction...
  ) -> ComposedAction { ComposedAction([self, first, second] + others) }
}
