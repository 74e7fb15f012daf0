/// Whether an observer wants to be called again.
///
/// ```swift
/// store.subscribe(
///   observer: Observer { state in
///     print(state.count)
///     return state.count < 10 ? .active : .dead
///   })
/// ```
public enum ObserverStatus: Sendable, Hashable {
  /// Go on.
  case active
  /// Never call again.
  case dead
}
