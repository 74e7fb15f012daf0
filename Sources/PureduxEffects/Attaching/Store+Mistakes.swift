// Diagnostics for common beginner mistakes. The overloads are unavailable, so the compiler considers them only after
// all other overloads have failed, and editors do not suggest them.
extension Store {
  /// Explains the fix in a compile-time error if the closure performs the work itself.
  @available(
    *, unavailable, message: "Return the work as an effect: Effect { try await … }, or .postpone"
  )
  @discardableResult
  public func effect<Result>(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State?,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) async throws -> Result
  ) -> Self { self }

  /// Explains the fix in a compile-time error if the job is not an effect state.
  @available(
    *, unavailable,
    message: "A job is an Effect.State; write effect(toggle:) for a Bool, and effect(onChange:) for another value"
  )
  @discardableResult
  public func effect<Value>(
    _ job: @escaping @Sendable (_ state: State) -> Value,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Effect
  ) -> Self { self }
}
