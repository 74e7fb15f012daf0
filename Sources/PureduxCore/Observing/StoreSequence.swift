/// What a store tells over time, as an asynchronous sequence: its states, its rows, or the children that come and go.
///
/// Iterations are independent of each other. Each begins with the current value, observes from then on, and combines what a
/// slow reader has missed. An iteration ends with the store, and when the reading task is cancelled.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let begin: @Sendable () -> AsyncIterator

  package init(_ begin: @escaping @Sendable () -> AsyncIterator) { self.begin = begin }

  /// Begins an iteration, which observes the store from this call on.
  public func makeAsyncIterator() -> AsyncIterator { begin() }

  /// One iteration over the values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let read: () async -> Element?

    /// `read` waits for the next value. Whatever it retains is released with the iterator.
    package init(_ read: @escaping () async -> Element?) { self.read = read }

    /// Waits for a value that was not read yet; nil when the store or the task has ended.
    public mutating func next() async -> Element? { await read() }
  }
}
