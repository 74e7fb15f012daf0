extension Store {
  /// The current state, and then each newer one, as an asynchronous sequence.
  ///
  /// A reader that is slow is given the newest state, and those in between are skipped: no state is kept for it. The
  /// sequence keeps no store alive. It ends when the reading task is cancelled, and with the store, after its last state.
  ///
  /// ```swift
  /// for await player in store.states(removeDuplicates: .equal { $0.title }) {
  ///   print(player.title)
  /// }
  /// ```
  ///
  /// - Parameter equating: states that are the same by it are skipped; nil skips none.
  /// - Returns: a sequence that can be iterated several times. Each iteration begins with the state of that moment.
  public func states(removeDuplicates equating: Equating<State>? = nil) -> StoreStates<State> {
    let store = eraseToAnyStore()
    let window = AnyStore(node: store.node.window())
    let weak = store.weak()
    return StoreStates {
      let reader = StateReader(differs: equating?.makeFilter(), window)
      if let store = weak.strong() { reader.begin(store) } else { reader.begin(window) }
      return reader
    }
  }
}
