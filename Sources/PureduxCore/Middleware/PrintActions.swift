/// A middleware that prints the actions that reach a store, and lets them pass.
///
/// It prints the action alone, in its turn. It does not say which store of a tree dispatched it and why, what changed, or
/// how long that took: a recording has a log for that, which prints away from the turns.
///
/// ```swift
/// let store = StateStore(Counter(), middleware: PrintActions(), reducer: CounterReducer())
/// ```
public struct PrintActions<State: Sendable, Action: Sendable>: Middleware {
  private let filter: @Sendable (Action) -> Bool
  private let printer: @Sendable (String) -> Void

  /// Makes a middleware that prints the actions for which `filter` returns true.
  ///
  /// - Parameters:
  ///   - filter: Says which actions are printed.
  ///   - printer: Called with each line; it prints to standard output by default.
  public init(
    filter: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    printer: @escaping @Sendable (_ line: String) -> Void = { print($0) }
  ) {
    self.filter = filter
    self.printer = printer
  }

  public func handle(_ action: Action, at store: MiddlewareContext<State, Action>) -> Action? {
    if filter(action) { printer("\(action)") }
    return action
  }
}
