#if canImport(SwiftUI)
  internal import SwiftUI

  /// The factories of an environment, by root store type.
  ///
  /// Two values are equal if their factories have the same roots.
  struct StoreFactories: EnvironmentKey, Sendable, Equatable {
    static let defaultValue = StoreFactories()
    private var factories: [ObjectIdentifier: any Sendable] = [:]
    private var roots: [ObjectIdentifier: StoreID] = [:]

    mutating func provide<AppState, Action>(_ factory: EnvStoreFactory<AppState, Action>) {
      let type = ObjectIdentifier(EnvStoreFactory<AppState, Action>.self)
      factories[type] = factory
      roots[type] = factory.rootStore().id
    }

    static func == (one: StoreFactories, other: StoreFactories) -> Bool { one.roots == other.roots }

    func factory<AppState, Action>(_: AppState.Type, _: Action.Type) -> EnvStoreFactory<AppState, Action>? {
      let found = factories[ObjectIdentifier(EnvStoreFactory<AppState, Action>.self)]
      if found == nil { StoreContext.current.report(.noStoreFactory(state: "\(AppState.self)")) }
      return found as? EnvStoreFactory<AppState, Action>
    }
  }

  extension EnvironmentValues {
    var storeFactories: StoreFactories {
      get { self[StoreFactories.self] }
      set { self[StoreFactories.self] = newValue }
    }
  }

  extension Misuse {
    static func noStoreFactory(state: String) -> Misuse {
      Misuse(
        "a `ViewWithStore` of `\(state)` was shown, and there is no factory of such a store in its environment",
        so: "it shows nothing",
        fix: "wrap it in `ViewWithStoreFactory`, or give it a store with `store(_:)`")
    }
  }
#endif
