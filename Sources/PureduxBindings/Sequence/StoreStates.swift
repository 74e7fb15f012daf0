/// The states of a store as an asynchronous sequence; `store.states()` makes one.
///
/// Each iteration is independent of the others. It begins with the current state, and skips states for which its reader
/// is too slow.
public struct StoreStates<State: Sendable>: AsyncSequence, Sendable {
  let makeReader: @Sendable () -> StateReader<State>

  /// Begins an iteration, which observes the store from now on.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: makeReader()) }

  /// One iteration over the states of a store.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let reader: StateReader<State>

    /// Waits for a state that was not read before; nil when the store or the task has ended.
    public mutating func next() async -> State? { await reader.next() }
  }
}
