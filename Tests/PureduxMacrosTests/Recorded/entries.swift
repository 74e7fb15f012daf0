import PureduxDependencies

public protocol APIClient: Sendable {}
public struct LiveClient: APIClient { public init() {} }

@globalActor actor DatabaseActor { static let shared = DatabaseActor() }
@DatabaseActor func count() -> Int { 0 }

extension SharedStores {
  @StoreEntry public var root = StateStore<[String: Int], (Int, String)>([:]) { state, action in
    state[action.1] = action.0
  }
  @StoreEntry var maybe: StateStore<Int, Int>? = nil
}

extension Dependencies {
  /// What the time is.
  @DependencyEntry  // called at each use
  public var now = { "now" }
  @DependencyEntry public var api: any APIClient = LiveClient()
  @DependencyEntry var title: String = """
    two
      lines \("with \("nested") interpolation")
    """
  @DependencyEntry @available(macOS 13, *) @MainActor var `default` = [1, 2]  // the end
  @DependencyEntry @DatabaseActor var rows = count()
  @PureduxDependencies.DependencyEntry nonisolated var userID = "é, {"
}
