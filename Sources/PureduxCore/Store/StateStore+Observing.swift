extension StateStore {
  /// Calls `observe` with the current state, then once for each turn, until the subscription ends.
  ///
  /// The subscription ends when it is cancelled or released, or when the store is released: an observer does not retain
  /// the store. `observe` is called after the reducers, on the store's runner.
  ///
  /// ```swift
  /// let subscription = store.subscribe(removeDuplicates: .equal { $0.title }) { state in
  ///   print(state.title)
  /// }
  /// subscription.cancel()
  /// ```
  ///
  /// Retain the store for at least as long as the subscription. Releasing the store first is reported the next time its
  /// tree changes, unless you declare that the observer ends with the store:
  ///
  /// ```swift
  /// let subscription = store.subscribe(until: .storeReleased) { state in print(state.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - end: `.storeReleased` if the observer is meant to end with the store.
  ///   - equating: Defines when two states are equal for this observer, for example `.equal { $0.title }`. If nil,
  ///     `observe` is called for each turn.
  ///   - observe: Called after the reducers, on the store's runner.
  ///   - fileID: The file of this call, for reports.
  ///   - line: The line of this call, for reports.
  /// - Returns: The subscription. Retain the subscription for as long as `observe` should be called.
  @inlinable
  public func subscribe(
    until end: ObservationEnd? = nil, removeDuplicates equating: Equating<State>? = nil,
    _ observe: @escaping @Sendable (_ state: State) -> Void, fileID: StaticString = #fileID, line: UInt = #line
  ) -> StoreSubscription {
    node.subscribe(
      node.register(
        states: equating.map { .filtered($0.makeFilter()) } ?? .all,
        location: end == nil ? SourceLocation(fileID: fileID, line: line) : nil,
        call: observe))
  }
}

/// An event that ends an observation without cancellation.
///
/// ```swift
/// let subscription = store.subscribe(until: .storeReleased) { print($0.count) }
/// ```
public enum ObservationEnd: Sendable, Hashable {
  /// The observation ends when the store is released.
  ///
  /// Unless this case is passed, releasing a store that is still observed is reported.
  case storeReleased
}

extension StoreNode {
  /// Subscribes an observer that only its token retains.
  ///
  /// Cancelling the token releases the observer, even if the observer has not been registered yet.
  @usableFromInline
  package func subscribe(_ registration: Registration<State>) -> StoreSubscription {
    let message: Mailbox.Message = { [admission, weak registration] turn in
      if let registration { admission.admit(registration, turn) }
    }
    if registration.ruled?.skipsPast == true {
      tree.mailbox.post(message)
    } else {
      tree.mailbox.postDuringPause(message)
    }
    return StoreSubscription(registration)
  }
}

/// An asynchronous sequence of a store's states, of its rows, or of the changes to its children.
///
/// Iterations are independent of each other. Each iteration begins with the current value, and coalesces the values
/// that a slow reader has missed. An iteration ends when the store ends or the reading task is cancelled.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let begin: @Sendable () -> AsyncIterator

  package init(_ begin: @escaping @Sendable () -> AsyncIterator) { self.begin = begin }

  /// Begins an iteration, which observes the store from this call on.
  public func makeAsyncIterator() -> AsyncIterator { begin() }

  /// An iteration over the values of a store sequence.
  ///
  /// Copies of an iterator share the iteration: each value is returned by only one of them. Create an iterator for each
  /// task that reads the sequence.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let read: () async -> Element?

    /// `read` waits for the next value. The captures of `read` are released with the iterator.
    package init(_ read: @escaping () async -> Element?) { self.read = read }

    /// Waits for the next unread value. Returns nil once the store has ended or the task is cancelled.
    public mutating func next() async -> Element? { await read() }
  }
}
