#if canImport(SwiftUI)
  public import Dispatch

  /// Creates stores of a root store for the views below a `ViewWithStoreFactory`.
  public struct EnvStoreFactory<AppState: Sendable, Action: Sendable>: Sendable {
    private let root: AnyStore<AppState, Action>

    /// Creates stores of this root.
    public init(rootStore: some Store<AppState, Action>) { root = rootStore.eraseToAnyStore() }

    /// Creates stores of this factory's root.
    public init(storeFactory: StoreFactory<AppState, Action>) { self.init(rootStore: storeFactory.rootStore()) }

    /// The root store; each call returns the same one.
    public func rootStore() -> AnyStore<AppState, Action> { root }

    /// A projection to a part of the root's state.
    public func scopeStore<Part: Sendable>(
      to part: @escaping @Sendable (AppState) -> Part
    ) -> AnyStore<Part, Action> {
      root.map(state: part)
    }

    /// A child of the root with a local state.
    ///
    /// A tree has one queue, so `qos` is ignored. It exists for compatibility.
    public func childStore<Local: Sendable>(
      initialState: Local, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<(AppState, Local), Action> {
      root.with(initialState, reducer: reducer)
    }

    /// A child of the root with a local state, projected to a value that is computed from both states.
    ///
    /// A tree has one queue, so `qos` is ignored. It exists for compatibility.
    public func childStore<Local: Sendable, Mapped: Sendable>(
      initialState: Local, stateMapping: @escaping @Sendable (AppState, Local) -> Mapped,
      qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<Mapped, Action> {
      root.with(initialState, reducer: reducer).map(state: stateMapping)
    }
  }
#endif
