// Diagnostics for common beginner mistakes. Unavailable; these exist only to provide better error messages.
extension Store {
  /// A closure that does the work itself and returns no effect: a compile-time error that explains the fix.
  @available(*, unavailable, message: "Return the work as a value, to be done later: Effect { … }, or .postpone")
  @discardableResult
  public func effect(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State?,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) -> Self {
    effect(job) { state, dispatch in Effect { create(state, dispatch) } }
  }

  /// A job that is not an effect state: a compile-time error that explains the fix.
  @available(
    *, unavailable,
    message: "A job is an Effect.State; write effect(toggle:) for a Bool, and effect(onChange:) for another value"
  )
  @discardableResult
  public func effect<Value>(
    _ job: @escaping @Sendable (_ state: State) -> Value, create: @escaping CreateEffect
  ) -> Self { self }
}
