/// Whether an observer wants to be called again.
public enum ObserverStatus: Sendable, Hashable {
  /// Go on.
  case active
  /// Never call again.
  case dead
}
