/// Prints the actions that reach a store, and lets them pass.
public struct PrintActions<State: Sendable, Action: Sendable>: Middleware {
  private let filter: @Sendable (Action) -> Bool
  private let printer: @Sendable (String) -> Void

  /// Prints those that `filter` lets through; `printer` is given the line.
  public init(
    filter: @escaping @Sendable (_ action: Action) -> Bool = { _ in true },
    printer: @escaping @Sendable (_ line: String) -> Void = { print($0) }
  ) {
    self.filter = filter
    self.printer = printer
  }

  public func handle(_ action: Action, at store: MiddlewareSite<State, Action>) -> Action? {
    if filter(action) { printer("\(action)") }
    return action
  }
}
