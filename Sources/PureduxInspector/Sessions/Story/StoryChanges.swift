/// How a story describes what its actions change.
public enum StoryChanges: Sendable, Hashable {
  /// By assignments to the properties of the state, which the test has to be allowed to set.
  case assigned
  /// By their description, as a failing test shows it: the paths of the parts that change, with the values before and
  /// after. The test need not be allowed to set anything, so it suits a state with `private(set)` properties. Actions
  /// with structures are read from their JSON.
  case described
  /// By the whole state after each action, read from JSON. The state has to be `Codable`.
  case decoded
  /// Not at all: the story says which actions follow each other, and no more.
  case omitted
}
