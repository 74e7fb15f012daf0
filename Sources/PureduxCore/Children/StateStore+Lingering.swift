extension StateStore {
  /// Makes a store that shows a part which may go, and goes on to show the last value of it when it has.
  ///
  /// For a view that is still shown, during an animation, while the part that it shows has left the state.
  ///
  /// ```swift
  /// let note = store.lingering("") { $0.note }
  /// ```
  ///
  /// It keeps one value of the part, so an array in that part is copied when it changes next. An action that it is sent
  /// after its element has left, as one of `children(of:)`, changes nothing.
  ///
  /// - Parameters:
  ///   - initial: What is shown until the part was there.
  ///   - part: The part; nil when it has gone.
  public func lingering<Part: Sendable>(
    _ initial: Part, _ part: @escaping @Sendable (_ state: State) -> Part?
  ) -> StateStore<Part, Action> {
    let last = Guarded(initial)
    return map(state: { state in
      guard let current = part(state) else { return last.withLock { $0 } }
      let old = last.withLock { last in
        defer { last = current }
        return last
      }
      withExtendedLifetime(old) {}
      return current
    })
  }
}
