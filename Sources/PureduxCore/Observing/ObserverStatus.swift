/// Whether an observer wants to be called again.
public enum ObserverStatus: Sendable, Hashable {
  case active
  case dead
}
