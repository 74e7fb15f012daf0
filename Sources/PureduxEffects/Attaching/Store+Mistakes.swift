// What the compiler says of mistakes that newcomers make. No program can call these; they are here for their messages.
extension Store {
  /// A closure that does the work itself and makes no effect: an error of the compiler, with what to write instead.
  @available(*, unavailable, message: "Return the work as a value, to be done later: Effect { … }, or .postpone")
  @discardableResult
  public func effect(
    _ job: @escaping @Sendable (_ state: State) -> Effect.State?,
    create: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) -> Self {
    effect(job) { state, dispatch in Effect { create(state, dispatch) } }
  }

  /// A job that is no effect state: an error of the compiler, with what to write instead.
  @available(
    *, unavailable,
    message: "A job is an Effect.State; write effect(toggle:) for a Bool, and effect(onChange:) for another value"
  )
  @discardableResult
  public func effect<Value>(
    _ job: @escaping @Sendable (_ state: State) -> Value, create: @escaping CreateEffect
  ) -> Self { self }
}
