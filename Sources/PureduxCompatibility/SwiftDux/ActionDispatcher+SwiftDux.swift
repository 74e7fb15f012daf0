public import PureduxBindings

extension ActionDispatcher {
  /// Dispatches an action, and returns immediately.
  @available(*, deprecated, message: "Call the dispatcher itself: `dispatch(action)`.")
  public func send(_ action: any Sendable) { self(action) }
}
