import Foundation
import Puredux

// Code that reducers use is `nonisolated`, which only matters in a module that is isolated to the main actor by
// default.

public nonisolated protocol Action: Sendable {}

public nonisolated struct Increment: Action {
  public init() {}
}

public nonisolated struct UpdateTime: Action {
  public init() {}
}

public nonisolated struct AppState: Sendable {
  public private(set) var count = 0
  public private(set) var currentTime: Date?

  public init() {}

  public mutating func reduce(_ action: any Action) {
    switch action {
    case is Increment:
      count += 1
    case is UpdateTime:
      let now = Dependencies[\.now]
      currentTime = now()
    default:
      break
    }
  }
}

extension SharedStores {
  @StoreEntry public var root = StateStore<AppState, any Action>(AppState()) { state, action in
    state.reduce(action)
  }

  @StoreEntry public var optional: StateStore<AppState, any Action>? = nil
}

extension Dependencies {
  @DependencyEntry public var now = { Date() }
  @DependencyEntry public var client: any APIClient = LiveClient()
  @DependencyEntry public var userID = "ID"
  @DependencyEntry public var userId = "Id"
}

public nonisolated protocol APIClient: Sendable {
  func load() async throws -> String
}

public nonisolated struct LiveClient: APIClient {
  public init() {}
  public func load() -> String { "live" }
}
