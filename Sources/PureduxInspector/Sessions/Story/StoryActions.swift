/// Which actions of a session a story sends itself.
public enum StoryActions: Sendable, Hashable {
  /// Those that came from outside of the stores. What effects, middlewares and observers dispatched has to come again, and
  /// is received.
  case asDispatched
  /// All of them. For a store that is made without its effects, because a test has no server, for example.
  case allSent
}
