/// How much of what happens a test has to tell.
public enum Exhaustivity: Sendable, Hashable {
  /// Everything: each action that was reduced, and each change that it made.
  case full
  /// What matters to the test: other actions may come in between, and other parts may change.
  case partial
}
