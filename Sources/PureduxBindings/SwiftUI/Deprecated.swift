#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  /// What makes stores for views was called so in Puredux 1.
  @available(*, deprecated, renamed: "EnvStoreFactory")
  public typealias RootEnvStore = EnvStoreFactory

  /// What gives stores to views was called so in Puredux 1.
  @available(*, deprecated, renamed: "ViewWithStoreFactory")
  public typealias StoreProvidingView = ViewWithStoreFactory

  extension EnvStoreFactory {
    /// Makes stores of this factory's root.
    @available(*, deprecated, renamed: "init(storeFactory:)")
    public init(rootStore: StoreFactory<AppState, Action>) { self.init(storeFactory: rootStore) }

    /// The root store.
    @available(*, deprecated, renamed: "rootStore")
    public func store() -> AnyStore<AppState, Action> { rootStore }
  }

  extension ViewWithStoreFactory {
    /// Gives a factory to all views in its content that ask for a store.
    @available(*, deprecated, renamed: "init(_:content:)")
    public init(rootStore: EnvStoreFactory<AppState, Action>, @ViewBuilder content: () -> Content) {
      self.init(rootStore, content: content)
    }
  }

  extension View {
    /// A view made of props, which are made of this store's states.
    @available(*, deprecated, message: "Use `ViewWithStore(props:content:)` and `store(_:)`.")
    public static func with<StoreState, Action, Props, Content: View>(
      store: some Store<StoreState, Action>, removeStateDuplicates equating: Equating<StoreState> = .neverEqual,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      queue: DispatchQueue = .sharedPresentationQueue, @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) -> ViewWithStore<StoreState, Action, Props, Content> {
      withEnvStore(removeStateDuplicates: equating, props: props, queue: queue, content: content).store(store)
    }

    /// A view made of props, which are made of the states of the root store in its environment.
    @available(*, deprecated, message: "Use `ViewWithStore(props:content:)`.")
    public static func withEnvStore<StoreState, Action, Props, Content: View>(
      removeStateDuplicates equating: Equating<StoreState> = .neverEqual,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      queue: DispatchQueue = .sharedPresentationQueue, @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) -> ViewWithStore<StoreState, Action, Props, Content> {
      ViewWithStore(props: props, content: content)
        .usePresentationQueue(queue)
        .removeStateDuplicates(equating)
    }
  }
#endif
