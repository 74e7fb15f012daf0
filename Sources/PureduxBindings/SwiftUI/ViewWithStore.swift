#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  /// A view whose content is made of the state of a store: one that it is given, or one made by the
  /// `EnvStoreFactory` above it, which then lives as long as the view does.
  public struct ViewWithStore<StoreState: Sendable, Action: Sendable, Props, Content: View>: View {
    typealias ViewStore = AnyStore<StoreState, Action>

    private var settings: UpdateSettings<StoreState>
    private var findStore: @MainActor (StoreFactories, KeptStore<StoreState, Action>) -> ViewStore?
    private let makeProps: @Sendable (StoreState, ViewStore) -> Props
    private let content: (Props) -> Content

    @Environment(\.storeFactories) private var factories
    @State private var kept = KeptStore<StoreState, Action>()

    /// Props are made on the shared presentation queue, unless another one is chosen.
    @_disfavoredOverload
    public init(
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      settings = UpdateSettings(queue: .sharedPresentationQueue)
      findStore = { factories, _ in factories.factory(StoreState.self, Action.self)?.rootStore }
      makeProps = props
      self.content = content
    }

    /// Props are made on the shared presentation queue, unless another one is chosen.
    public init(
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(props: { state, store in props(state, store.dispatch) }, content: content)
    }

    /// The content, made of the latest props; those of the first frame are made here.
    public var body: some View {
      if let store = findStore(factories, kept) {
        StoreView(store, settings, props: makeProps, content: content)
      }
    }

    /// The queue on which props are made.
    public func usePresentationQueue(_ queue: DispatchQueue) -> Self { changed { $0.settings.queue = queue } }

    /// States that are the same by `equating` make no new props.
    public func removeStateDuplicates(_ equating: Equating<StoreState>) -> Self {
      changed { $0.settings.equating = equating }
    }

    /// Shows this store.
    public func store(_ store: some Store<StoreState, Action>) -> Self {
      let store = store.eraseToAnyStore()
      return changed { $0.findStore = { _, _ in store } }
    }

    /// Shows a part of the root store.
    public func scopeStore<AppState: Sendable>(_ part: @escaping @Sendable (AppState) -> StoreState) -> Self {
      changed {
        $0.findStore = { factories, _ in factories.factory(AppState.self, Action.self)?.scopeStore(part) }
      }
    }

    /// Shows a store of the view's own below the root store.
    public func childStore<AppState: Sendable, Local: Sendable>(
      initialState: Local, reducer: @escaping Reducer<Local, Action>
    ) -> Self where StoreState == (AppState, Local) {
      withOwnStore { $0.childStore(initialState: initialState, reducer: reducer) }
    }

    /// Shows what is made of the root store's state and that of a store of the view's own below it.
    public func childStore<AppState: Sendable, Local: Sendable>(
      initialState: Local, stateMapping: @escaping @Sendable (AppState, Local) -> StoreState,
      reducer: @escaping Reducer<Local, Action>
    ) -> Self {
      withOwnStore { $0.childStore(initialState: initialState, stateMapping: stateMapping, reducer: reducer) }
    }

    private func withOwnStore<AppState>(
      _ make: @escaping @MainActor (EnvStoreFactory<AppState, Action>) -> ViewStore
    ) -> Self {
      changed {
        $0.findStore = { factories, kept in
          factories.factory(AppState.self, Action.self).map { factory in
            kept.store(below: factory.rootStore.id) { make(factory) }
          }
        }
      }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
      var result = self
      change(&result)
      return result
    }
  }

  extension ViewWithStore where Props == (StoreState, Dispatch<Action>) {
    /// Content that is made of the state as it is, and a way to dispatch.
    public init(
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(props: { state, store in (state, store.dispatch) }, content: { content($0.0, $0.1) })
      settings.queue = nil
    }
  }

  /// Keeps a store that a view made for itself.
  @MainActor
  private final class KeptStore<StoreState: Sendable, Action: Sendable> {
    private var store: AnyStore<StoreState, Action>?
    private var root: StoreID?

    nonisolated init() {}

    /// The store that was made last, unless it stands below another root.
    func store(below root: StoreID, made: () -> AnyStore<StoreState, Action>) -> AnyStore<StoreState, Action> {
      if let store, root == self.root { return store }
      let store = made()
      self.store = store
      self.root = root
      return store
    }
  }
#endif
