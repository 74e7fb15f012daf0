public import PureduxCore

extension StateStore {
  /// Records everything that happens in the store's tree from now on.
  ///
  /// Actions are kept, not states: a state of the past is computed again when somebody asks. So a turn copies nothing, and
  /// memory is bounded by `limit`.
  ///
  /// ```swift
  /// let recording = store.record(limit: 10_000)
  /// store.dispatch(.increment)
  /// for event in recording.events() { print(event) }
  /// ```
  ///
  /// Actions that wait already are not recorded. Reducers run again, on other threads too, so they must be pure: what they
  /// need of time and identities they take from the context. A tree has one recording at a time; the latest takes over.
  ///
  /// - Parameter limit: About how many of the latest events are kept.
  /// - Returns: The recording, which ends when it is released.
  public func record(limit: Int = 10_000) -> Recording { Recording(of: node, limit: limit) }
}
