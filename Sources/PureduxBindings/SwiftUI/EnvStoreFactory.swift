#if canImport(SwiftUI)
  public import SwiftUI

  /// Makes stores of a root store, for the views to which it is given by `ViewWithStoreFactory`.
  public struct EnvStoreFactory<AppState: Sendable, Action: Sendable>: Sendable {
    /// The root store.
    public let rootStore: AnyStore<AppState, Action>

    /// Makes stores of this root.
    public init(rootStore: some Store<AppState, Action>) { self.rootStore = rootStore.eraseToAnyStore() }

    /// Makes stores of this factory's root.
    public init(storeFactory: StoreFactory<AppState, Action>) { self.init(rootStore: storeFactory.rootStore()) }

    /// A store that shows a part of the root's state.
    public func scopeStore<Part: Sendable>(
      _ part: @escaping @Sendable (AppState) -> Part
    ) -> AnyStore<Part, Action> {
      rootStore.map(state: part)
    }

    /// A store below the root, with a state of its own.
    public func childStore<Local: Sendable>(
      initialState: Local, reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<(AppState, Local), Action> {
      rootStore.with(initialState, reducer: reducer)
    }

    /// A store below the root, with a state of its own, that shows what is made of both.
    public func childStore<Local: Sendable, Mapped: Sendable>(
      initialState: Local, stateMapping: @escaping @Sendable (AppState, Local) -> Mapped,
      reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<Mapped, Action> {
      rootStore.with(initialState, reducer: reducer).map(state: stateMapping)
    }
  }

  /// Gives a factory to all `ViewWithStore`s in its content.
  public struct ViewWithStoreFactory<AppState: Sendable, Action: Sendable, Content: View>: View {
    private let factory: EnvStoreFactory<AppState, Action>
    private let content: Content

    /// Gives the factory to every view in the content.
    public init(_ factory: EnvStoreFactory<AppState, Action>, @ViewBuilder content: () -> Content) {
      self.factory = factory
      self.content = content()
    }

    /// The content, in whose environment the factory is.
    public var body: some View {
      content.transformEnvironment(\.storeFactories) { $0.provide(factory) }
    }
  }

  /// The factories of an environment, by the types of their root stores.
  struct StoreFactories: EnvironmentKey, Sendable {
    static let defaultValue = StoreFactories()
    private var factories: [ObjectIdentifier: any Sendable] = [:]

    mutating func provide<AppState, Action>(_ factory: EnvStoreFactory<AppState, Action>) {
      factories[ObjectIdentifier(EnvStoreFactory<AppState, Action>.self)] = factory
    }

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
