// What the compiler says of a mistake that newcomers make. No program can call this; it is here for its message.
extension StateStore {
  /// A reducer that returns a state: an error of the compiler, with what to write instead.
  @available(
    *, unavailable,
    message: "A reducer changes the state in place and returns nothing: { (state: inout State, action: Action) in … }"
  )
  public init(_ initialState: State, reducer: @escaping @Sendable (_ state: State, _ action: Action) -> State) {
    self.init(initialState, reducer: { $0 = reducer($0, $1) })
  }
}
