public import PureduxBindings

extension ActionDispatcher {
  /// Dispatches an action, and returns at once.
  @available(*, deprecated, message: "Call the dispatcher itself: `dispatch(action)`.")
  public func send(_ action: any Sendable) { self(action) }
}
