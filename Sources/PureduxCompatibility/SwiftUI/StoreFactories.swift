#if canImport(SwiftUI)
  public import Dispatch
  internal import PureduxBindings
  public import PureduxCore
  public import SwiftUI

  /// The factories provided in an environment, keyed by root store type.
  ///
  /// Two `StoreFactories` are equal if their factories have the same root stores.
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
        "a `ViewWithStore` of `\(state)` is displayed without a `ViewWithStoreFactory` for that state in its environment",
        so: "the view is empty",
        fix: "wrap it in `ViewWithStoreFactory`, or pass it a store with `store(_:)`")
    }
  }

  /// Creates projections and children of a root store for the views below a `ViewWithStoreFactory`.
  public struct EnvStoreFactory<AppState: Sendable, Action: Sendable>: Sendable {
    private let root: StateStore<AppState, Action>

    /// Creates a factory for this root store.
    public init(rootStore: some Store<AppState, Action>) { root = rootStore.eraseToAnyStore() }

    /// Returns the root store. Every call returns the same store.
    public func rootStore() -> StateStore<AppState, Action> { root }

    /// Returns a projection of the root to a part of its state.
    public func scopeStore<Part: Sendable>(
      to part: @escaping @Sendable (AppState) -> Part
    ) -> StateStore<Part, Action> {
      root.map(state: part)
    }

    /// Returns a child of the root with its own state.
    ///
    /// `qos` exists only for source compatibility, and is ignored because a tree has a single queue.
    public func childStore<Local: Sendable>(
      initialState: Local, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<(AppState, Local), Action> {
      root.with(initialState, reducer: reducer)
    }

    /// Returns a child of the root, projected to a value computed from the root's and the child's states.
    ///
    /// `qos` exists only for source compatibility, and is ignored because a tree has a single queue.
    public func childStore<Local: Sendable, Mapped: Sendable>(
      initialState: Local, stateMapping: @escaping @Sendable (AppState, Local) -> Mapped,
      qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<Mapped, Action> {
      root.with(initialState, reducer: reducer).map(state: { stateMapping($0.0, $0.1) })
    }
  }

  /// Provides a factory to all `ViewWithStore`s in its content.
  public struct ViewWithStoreFactory<AppState: Sendable, Action: Sendable, Content: View> {
    private let factory: EnvStoreFactory<AppState, Action>
    private let content: Content

    /// Provides the factory to every view in the content.
    public init(_ factory: EnvStoreFactory<AppState, Action>, @ViewBuilder content: () -> Content) {
      self.factory = factory
      self.content = content()
    }
  }

  // The conformance is in an extension, so that the struct is not inferred to be `@MainActor` and can be created off
  // the main actor.
  extension ViewWithStoreFactory: View {
    /// The content, with the factory in its environment.
    public var body: some View {
      content.transformEnvironment(\.storeFactories) { $0.provide(factory) }
    }
  }
#endif
