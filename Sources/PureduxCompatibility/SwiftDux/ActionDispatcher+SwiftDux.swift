public import PureduxCore

extension ActionDispatcher {
  /// Dispatches an action, without waiting for the work that the action starts.
  @available(*, deprecated, message: "Call the dispatcher itself: `dispatch(action)`.")
  public func send(_ action: any Sendable) { self(action) }

  /// Dispatches an action and returns a token that cancels the work started by the action.
  ///
  /// Releasing the token also cancels the work.
  @available(
    *, deprecated,
    message: "In a view, use `onAppear(dispatch:)`, which cancels the work; elsewhere, `start` of the store."
  )
  public func sendAsCancellable(_ action: any Sendable) -> StoreSubscription { startWork(of: action) }
}
