/// An action that can be put together with others, where a store's `Action` is a protocol.
///
/// ```swift
/// protocol AppAction: ComposableAction {}
/// extension ComposedAction: AppAction {}
/// ```
///
/// A store of `any AppAction` takes a composed action like any other:
///
/// ```swift
/// app.dispatch(Load() + Show())
/// ```
///
/// Plans and async actions conform like any other action: `extension ActionPlan: AppAction {}`.
public protocol ComposableAction: Sendable {}

extension ComposableAction {
  /// This action, and the next one when this one has ended.
  ///
  /// An action has ended when it has been reduced, its work is over, and what the work dispatched has been reduced.
  ///
  /// ```swift
  /// app.dispatch(Load().then(Show()).then(Log(text: "shown")))
  /// ```
  ///
  /// - Parameter next: an action, a plan, an async action or a composed action.
  /// - Returns: one action for all; see ``ComposedAction`` for how to await it, cancel it and treat errors.
  public func then(_ next: some ComposableAction) -> ComposedAction { self + next }
}

/// Two or more actions that happen from left to right, each when the one before has ended.
///
/// ```swift
/// await app.send(Open() + Select(id: 1))
/// ```
///
/// - Parameters:
///   - first: an action, a plan, an async action or a composed action.
///   - second: what begins when `first` has been reduced, its work is over, and what the work dispatched has been
///     reduced.
/// - Returns: one action for all; see ``ComposedAction`` for how to await it, cancel it and treat errors.
public func + (first: any ComposableAction, second: any ComposableAction) -> ComposedAction {
  ComposedAction([first, second])
}
