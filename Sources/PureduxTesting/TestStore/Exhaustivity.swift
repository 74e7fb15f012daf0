/// How completely a test has to describe a story.
///
/// A test of a small feature is best complete: then nothing happens unnoticed. A test that follows one thread through a large
/// application says only what it is about.
public enum Exhaustivity: Sendable, Hashable {
  /// Completely: each reduced action, and each change that it made.
  case full
  /// Only the parts that matter to the test: other actions may come in between, and other parts may change.
  case partial
}
