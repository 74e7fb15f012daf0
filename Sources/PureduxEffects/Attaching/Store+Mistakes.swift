// What the compiler says of a mistake that newcomers make. No program can call this; it is here for its message.
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
}
