extension Store {
  /// The current state, then those that follow it; a reader who is slow is given the newest.
  ///
  /// Holds no state that was not read yet, keeps no store alive, and ends with the store, after its last state.
  public func states(removeDuplicates equating: Equating<State>? = nil) -> StoreStates<State> {
    let store = eraseToAnyStore()
    let window = AnyStore(node: store.node.window())
    let weak = store.weak()
    return StoreStates {
      let reader = StatesReader(differs: equating?.makeFilter(), window)
      if let store = weak.strong() { reader.begin(store) } else { reader.begin(window) }
      return reader
    }
  }
}

/// The states of a store as a sequence. Each iteration is a reader of its own.
public struct StoreStates<State: Sendable>: AsyncSequence, Sendable {
  let makeReader: @Sendable () -> StatesReader<State>

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: makeReader()) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    let reader: StatesReader<State>

    /// The newest state that was not read yet; nil when the store or the task has ended.
    public mutating func next() async -> State? { await reader.next() }
  }
}
