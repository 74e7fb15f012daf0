/// How a story describes what its actions change.
public enum StoryChanges: Sendable, Hashable {
  /// By assignments to the properties of the state, which the test has to be allowed to set.
  case assigned
  /// By the whole state after each action, read from JSON. The state has to be `Codable`.
  case decoded
  /// Not at all: the story says which actions follow each other, and no more.
  case omitted
}
