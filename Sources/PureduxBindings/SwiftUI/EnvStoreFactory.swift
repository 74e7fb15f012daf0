#if canImport(SwiftUI)
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
#endif
