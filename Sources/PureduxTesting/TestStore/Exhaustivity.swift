/// How completely a test has to describe a story.
///
/// Describe a small feature completely, so that nothing happens unnoticed. A test of one path through a large
/// application describes only that path.
public enum Exhaustivity: Sendable, Hashable {
  /// Completely: each reduced action, and each change that it made.
  case full
  /// Only the parts that matter to the test: other actions may come in between, and other parts may change.
  case partial
}
