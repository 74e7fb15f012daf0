public import PureduxBindings

extension ActionDispatcher {
  /// Dispatches an action, without waiting for the work that the action starts.
  @available(*, deprecated, message: "Call the dispatcher itself: `dispatch(action)`.")
  public func send(_ action: any Sendable) { self(action) }
}
