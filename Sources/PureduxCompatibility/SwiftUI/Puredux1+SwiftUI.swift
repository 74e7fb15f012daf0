#if canImport(SwiftUI)
  public import Dispatch
  public import PureduxBindings
  public import PureduxCore
  public import SwiftUI

  /// The Puredux 1 name of `EnvStoreFactory`.
  @available(*, deprecated, renamed: "EnvStoreFactory")
  public typealias RootEnvStore = EnvStoreFactory

  /// The Puredux 1 name of `ViewWithStoreFactory`.
  @available(*, deprecated, renamed: "ViewWithStoreFactory")
  public typealias StoreProvidingView = ViewWithStoreFactory

  /// The Puredux 1 name for the stores that `RootEnvStore` creates.
  @available(*, deprecated, renamed: "StateStore")
  public typealias PublishingStore = StateStore

  /// The Puredux 1 name of `StateStore`.
  @available(*, deprecated, renamed: "StateStore")
  public typealias PublishingStoreObject = StateStore

  extension EnvStoreFactory {
    /// Creates a factory for the root store of a Puredux 1 factory.
    @available(*, deprecated, message: "Use `init(rootStore:)` with the root `StateStore`.")
    public init(storeFactory: StoreFactory<AppState, Action>) { self.init(rootStore: storeFactory.rootStore()) }

    /// Creates a factory for a Puredux 1 root store.
    @available(*, deprecated, message: "Use `init(rootStore:)` with the root `StateStore`.")
    public init(rootStore: RootStore<AppState, Action>) { self.init(rootStore: rootStore.rootStore()) }

    /// Returns the root store.
    @available(*, deprecated, renamed: "rootStore()")
    public func store() -> StateStore<AppState, Action> { rootStore() }

    /// Dispatches an action to the root store.
    @available(*, deprecated, message: "Use `rootStore().dispatch`.")
    @Sendable
    public func dispatch(_ action: Action) { rootStore().dispatch(action) }

    /// Returns a projection onto an optional part of the root's state. Observers are not called while the part is nil.
    @available(*, deprecated, message: "Use `scopeStore(to:)`, whose observers are also called while the part is nil.")
    public func scopeStore<Part: Sendable>(
      toOptional part: @escaping @Sendable (AppState) -> Part?
    ) -> StateStore<Part?, Action> {
      rootStore().scope(toOptional: part)
    }
  }

  extension ViewWithStore {
    /// Displays a part of the root store's state.
    @available(*, deprecated, renamed: "scopeStore(_:)")
    @_disfavoredOverload
    public func scopeStore<AppState: Sendable>(to part: @escaping @Sendable (AppState) -> StoreState) -> Self {
      scopeStore(part)
    }
  }

  extension ViewWithStoreFactory {
    /// Creates a view that provides a factory to all views in its content.
    @available(*, deprecated, renamed: "init(_:content:)")
    public init(rootStore: EnvStoreFactory<AppState, Action>, @ViewBuilder content: () -> Content) {
      self.init(rootStore, content: content)
    }
  }

  extension View {
    /// Returns a view whose props are computed from the states of `store`.
    @available(*, deprecated, message: "Use `ViewWithStore(props:content:)` and `store(_:)`.")
    public static func with<StoreState, Action, Props, Content: View>(
      store: some Store<StoreState, Action>, removeStateDuplicates equating: Equating<StoreState> = .neverEqual,
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      queue: DispatchQueue = .sharedPresentationQueue, @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) -> ViewWithStore<StoreState, Action, Props, Content> {
      withEnvStore(removeStateDuplicates: equating, props: props, queue: queue, content: content).store(store)
    }

    /// Returns a view whose props are computed from the states of the environment's root store.
    @available(*, deprecated, message: "Use `ViewWithStore(props:content:)`.")
    public static func withEnvStore<StoreState, Action, Props, Content: View>(
      removeStateDuplicates equating: Equating<StoreState> = .neverEqual,
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      queue: DispatchQueue = .sharedPresentationQueue, @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) -> ViewWithStore<StoreState, Action, Props, Content> {
      ViewWithStore(props: props, content: content)
        .usePresentationQueue(queue)
        .removeStateDuplicates(equating)
    }
  }
#endif
