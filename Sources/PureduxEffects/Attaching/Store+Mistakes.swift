// Diagnostics for common beginner mistakes. Unavailable, so the compiler considers them only after everything else has
// failed, and editors do not suggest them.
extension Store {
  /// A closure that does the work itself, or waits for it: a compile-time error that explains the fix.
  @available(
    *, unavailable, message: "Return the work as an effect: Effect { try await … }, or .postpone"
  )
  @discardableResult
  public func effect<Result>(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State?,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) async throws -> Result
  ) -> Self { self }

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
