#if canImport(SwiftUI)
  public import Dispatch

  /// Makes stores of a root store, for the views to which it is given by `ViewWithStoreFactory`.
  public struct EnvStoreFactory<AppState: Sendable, Action: Sendable>: Sendable {
    private let root: AnyStore<AppState, Action>

    /// Makes stores of this root.
    public init(rootStore: some Store<AppState, Action>) { root = rootStore.eraseToAnyStore() }

    /// Makes stores of this factory's root.
    public init(storeFactory: StoreFactory<AppState, Action>) { self.init(rootStore: storeFactory.rootStore()) }

    /// The root store: the same one each time.
    public func rootStore() -> AnyStore<AppState, Action> { root }

    /// A store that shows a part of the root's state.
    public func scopeStore<Part: Sendable>(
      to part: @escaping @Sendable (AppState) -> Part
    ) -> AnyStore<Part, Action> {
      root.map(state: part)
    }

    /// A store below the root, with a state of its own.
    ///
    /// A tree has one queue, so `qos` is taken for compatibility only.
    public func childStore<Local: Sendable>(
      initialState: Local, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<(AppState, Local), Action> {
      root.with(initialState, reducer: reducer)
    }

    /// A store below the root, with a state of its own, that shows what is made of both.
    ///
    /// A tree has one queue, so `qos` is taken for compatibility only.
    public func childStore<Local: Sendable, Mapped: Sendable>(
      initialState: Local, stateMapping: @escaping @Sendable (AppState, Local) -> Mapped,
      qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> StateStore<Mapped, Action> {
      root.with(initialState, reducer: reducer).map(state: stateMapping)
    }
  }
#endif
