#if canImport(SwiftUI)
  public import Dispatch
  public import PureduxBindings
  public import PureduxCore
  public import SwiftUI

  /// A view of a store's state; the store comes from the environment or is passed to `store(_:)`.
  ///
  /// ```swift
  /// ViewWithStore { (title: String, dispatch: @escaping Dispatch<PlayerAction>) in
  ///   Button(title) { dispatch(.tick) }
  /// }
  /// .scopeStore { (player: Player) in player.title }
  /// ```
  ///
  /// By default, the view displays the root store of the `ViewWithStoreFactory` above it. `scopeStore` selects a part
  /// of the root, `childStore` selects a child that lives as long as the view, and `store(_:)` selects any other store.
  /// If the environment contains no factory for the view's types, the view displays nothing, and the missing factory is
  /// reported.
  public struct ViewWithStore<StoreState: Sendable, Action: Sendable, Props, Content: View> {
    typealias ViewStore = StateStore<StoreState, Action>

    private var options: UpdateOptions<StoreState>
    private var findStore: @MainActor (StoreFactories, StoreHolder<StoreState, Action>) -> ViewStore?
    private let makeProps: @Sendable (StoreState, ViewStore) -> Props
    private let content: (Props) -> Content
    private var placeholder: AnyView?

    @Environment(\.storeFactories) private var factories
    @State private var holder = StoreHolder<StoreState, Action>()

    /// Creates a view whose props are computed from the state and the store.
    ///
    /// - Parameters:
    ///   - props: Converts the state to props, on the shared presentation queue unless `usePresentationQueue` sets
    ///     another queue.
    ///   - content: Creates the view that displays the props.
    @_disfavoredOverload
    public init(
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      options = UpdateOptions(rate: .debounce(0))
      findStore = { factories, _ in factories.factory(StoreState.self, Action.self)?.rootStore() }
      makeProps = props
      self.content = content
    }

    /// Creates a view whose props are computed from the state and a dispatch function.
    ///
    /// ```swift
    /// ViewWithStore(
    ///   props: { (player: Player, dispatch: @escaping Dispatch<PlayerAction>) in
    ///     PlayerProps(player.title, dispatch)
    ///   }
    /// ) { props in Text(props.title) }
    /// ```
    ///
    /// - Parameters:
    ///   - props: Converts the state to props, on the shared presentation queue unless `usePresentationQueue` sets
    ///     another queue.
    ///   - content: Creates the view that displays the props.
    public init(
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(props: { state, store in props(state, store.dispatch) }, content: content)
    }

    /// Creates a view with a placeholder; its props are computed from the state and the store.
    ///
    /// - Parameters:
    ///   - props: Converts the state to props, on the shared presentation queue unless `usePresentationQueue` sets
    ///     another queue.
    ///   - content: Creates the view that displays the props.
    ///   - placeholder: The view to display until the first props are computed, if their computation takes more than a
    ///     few milliseconds.
    @_disfavoredOverload
    public init<Placeholder: View>(
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content,
      @ViewBuilder placeholder: () -> Placeholder
    ) {
      self.init(props: props, content: content)
      self.placeholder = AnyView(placeholder())
    }

    /// Creates a view with a placeholder; its props are computed from the state and a dispatch function.
    ///
    /// - Parameters:
    ///   - props: Converts the state to props, on the shared presentation queue unless `usePresentationQueue` sets
    ///     another queue.
    ///   - content: Creates the view that displays the props.
    ///   - placeholder: The view to display until the first props are computed, if their computation takes more than a
    ///     few milliseconds.
    public init<Placeholder: View>(
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content,
      @ViewBuilder placeholder: () -> Placeholder
    ) {
      self.init(props: props, content: content)
      self.placeholder = AnyView(placeholder())
    }

    /// Computes props on this serial queue; pass `.main` to compute props on the main thread.
    public func usePresentationQueue(_ queue: DispatchQueue) -> Self {
      changed { $0.options.presentationQueue = queue }
    }

    /// Skips recomputing props for consecutive states that `equating` considers equal.
    public func removeStateDuplicates(_ equating: Equating<StoreState>) -> Self {
      changed { $0.options.removeStateDuplicates = equating }
    }

    /// Sets the rate of updates while the state keeps changing. By default, updates are not delayed.
    ///
    /// ```swift
    /// ViewWithStore { (player: Player, dispatch: @escaping Dispatch<PlayerAction>) in
    ///   Text("\(player.second)")
    /// }
    /// .updateRate(.throttle(0.25))
    /// ```
    public func updateRate(_ rate: UpdateRate) -> Self { changed { $0.options.rate = rate } }

    /// Displays the given store, which the view retains.
    public func store(_ store: some Store<StoreState, Action>) -> Self {
      let store = store.eraseToAnyStore()
      return changed { $0.findStore = { _, _ in store } }
    }

    /// Displays a part of the root store's state.
    public func scopeStore<AppState: Sendable>(_ part: @escaping @Sendable (AppState) -> StoreState) -> Self {
      changed {
        $0.findStore = { factories, _ in factories.factory(AppState.self, Action.self)?.scopeStore(to: part) }
      }
    }

    /// Displays a child of the root store. The view owns the child.
    ///
    /// `qos` exists only for source compatibility, and is ignored because a tree has a single queue.
    public func childStore<AppState: Sendable, Local: Sendable>(
      initialState: Local, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> Self where StoreState == (AppState, Local) {
      withOwnStore { $0.childStore(initialState: initialState, reducer: reducer) }
    }

    /// Displays a value computed from the root's state and a child's state.
    ///
    /// The view owns the child.
    ///
    /// `qos` exists only for source compatibility, and is ignored because a tree has a single queue.
    public func childStore<AppState: Sendable, Local: Sendable>(
      initialState: Local, stateMapping: @escaping @Sendable (AppState, Local) -> StoreState,
      qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> Self {
      withOwnStore { $0.childStore(initialState: initialState, stateMapping: stateMapping, reducer: reducer) }
    }

    private func withOwnStore<AppState>(
      _ make: @escaping @MainActor (EnvStoreFactory<AppState, Action>) -> ViewStore
    ) -> Self {
      changed {
        $0.findStore = { factories, holder in
          factories.factory(AppState.self, Action.self).map { factory in
            holder.store(below: factory.rootStore().id) { make(factory) }
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

  // The conformance is in an extension, so that the struct is not inferred to be `@MainActor` and can be created off
  // the main actor.
  extension ViewWithStore: View {
    /// The content for the latest props, or the placeholder until the first props are ready.
    public var body: some View {
      if let store = findStore(factories, holder) {
        StoreView(store, props: makeProps, options: options, placeholder: placeholder, content: content)
      }
    }
  }

  extension ViewWithStore where Props == (StoreState, Dispatch<Action>) {
    /// Creates a view whose content receives the state and a dispatch function.
    public init(
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(props: { state, store in (state, store.dispatch) }, content: { content($0.0, $0.1) })
      options.presentationQueue = .main
    }
  }

  extension ViewWithStore where Props == (StoreState, StateStore<StoreState, Action>) {
    /// Creates a view whose content receives the state and the store, as two parameters or as one tuple.
    @_disfavoredOverload
    public init(
      @ViewBuilder content: @escaping (_ props: (StoreState, StateStore<StoreState, Action>)) -> Content
    ) {
      self.init(props: { state, store in (state, store) }, content: content)
      options.presentationQueue = .main
    }
  }

  /// Retains a store that a view created for itself.
  @MainActor
  final class StoreHolder<StoreState: Sendable, Action: Sendable> {
    private var store: StateStore<StoreState, Action>?
    private var root: StoreID?

    nonisolated init() {}

    /// Returns the retained store, or a new store if there is none or the root has changed.
    func store(below root: StoreID, made: () -> StateStore<StoreState, Action>) -> StateStore<StoreState, Action> {
      if let store, root == self.root { return store }
      let store = made()
      self.store = store
      self.root = root
      return store
    }
  }
#endif
