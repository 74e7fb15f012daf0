// What the compiler says of mistakes that newcomers make. No program can call these; they are here for their messages.
extension StateStore {
  /// A reducer that returns a state: an error of the compiler, with what to write instead.
  @available(
    *, unavailable,
    message: "A reducer changes the state in place and returns nothing: { (state: inout State, action: Action) in … }"
  )
  public init(_ initialState: State, reducer: @escaping @Sendable (_ state: State, _ action: Action) -> State) {
    self.init(initialState, reducer: { $0 = reducer($0, $1) })
  }

  /// An action that is sent without `await`: an error of the compiler, with what to write instead.
  @available(
    *, unavailable,
    message: "It waits until the action is reduced: write await in an asynchronous function, or dispatch(_:) to go on"
  )
  public func send(_ action: Action) { dispatch(action) }
}
