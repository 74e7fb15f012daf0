#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  /// A view whose content is made of the state of a store from its environment, or of one that it is given.
  ///
  /// ```swift
  /// ViewWithStore { (title: String, dispatch: @escaping Dispatch<PlayerAction>) in
  ///   Button(title) { dispatch(.tick) }
  /// }
  /// .scopeStore { (player: Player) in player.title }
  /// ```
  ///
  /// It asks the `ViewWithStoreFactory` above it for the root store, for a part of that one with `scopeStore`, or for a
  /// child of it with `childStore`, which lives as long as the view. `store(_:)` gives it a store directly. Where there
  /// is no factory for its types, it shows nothing, and that is reported.
  public struct ViewWithStore<StoreState: Sendable, Action: Sendable, Props, Content: View> {
    typealias ViewStore = AnyStore<StoreState, Action>

    private var options: UpdateOptions<StoreState>
    private var findStore: @MainActor (StoreFactories, StoreHolder<StoreState, Action>) -> ViewStore?
    private let makeProps: @Sendable (StoreState, ViewStore) -> Props
    private let content: (Props) -> Content
    private var placeholder: AnyView?

    @Environment(\.storeFactories) private var factories
    @State private var holder = StoreHolder<StoreState, Action>()

    /// A view whose content is made of props, which are made of a state and a store.
    ///
    /// - Parameters:
    ///   - props: makes what is shown, on the shared presentation queue unless `usePresentationQueue` names another.
    ///   - content: what is shown of the props.
    @_disfavoredOverload
    public init(
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      options = UpdateOptions(rate: .debounce(0))
      findStore = { factories, _ in factories.factory(StoreState.self, Action.self)?.rootStore() }
      makeProps = props
      self.content = content
    }

    /// A view whose content is made of props, which are made of a state and a function that dispatches.
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
    ///   - props: makes what is shown, on the shared presentation queue unless `usePresentationQueue` names another.
    ///   - content: what is shown of the props.
    public init(
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(props: { state, store in props(state, store.dispatch) }, content: content)
    }

    /// A view whose content is made of props, with another placeholder than nothing.
    ///
    /// - Parameters:
    ///   - props: makes what is shown, on the shared presentation queue unless `usePresentationQueue` names another.
    ///   - content: what is shown of the props.
    ///   - placeholder: what is shown until the first props are made, where that takes more than a few milliseconds.
    @_disfavoredOverload
    public init<Placeholder: View>(
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content,
      @ViewBuilder placeholder: () -> Placeholder
    ) {
      self.init(props: props, content: content)
      self.placeholder = AnyView(placeholder())
    }

    /// A view whose content is made of props of a state and a function that dispatches, with another placeholder than
    /// nothing.
    ///
    /// - Parameters:
    ///   - props: makes what is shown, on the shared presentation queue unless `usePresentationQueue` names another.
    ///   - content: what is shown of the props.
    ///   - placeholder: what is shown until the first props are made, where that takes more than a few milliseconds.
    public init<Placeholder: View>(
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content,
      @ViewBuilder placeholder: () -> Placeholder
    ) {
      self.init(props: props, content: content)
      self.placeholder = AnyView(placeholder())
    }

    /// Makes props on this serial queue; `.main` for the main thread.
    public func usePresentationQueue(_ queue: DispatchQueue) -> Self {
      changed { $0.options.presentationQueue = queue }
    }

    /// Makes no new props for states that are the same by `equating`.
    public func removeStateDuplicates(_ equating: Equating<StoreState>) -> Self {
      changed { $0.options.removeStateDuplicates = equating }
    }

    /// Updates the view at this rate while its state keeps changing; without delay by default.
    ///
    /// ```swift
    /// ViewWithStore { (player: Player, dispatch: @escaping Dispatch<PlayerAction>) in
    ///   Text("\(player.second)")
    /// }
    /// .updateRate(.throttle(0.25))
    /// ```
    public func updateRate(_ rate: UpdateRate) -> Self { changed { $0.options.rate = rate } }

    /// Shows this store, which the view keeps alive.
    public func store(_ store: some Store<StoreState, Action>) -> Self {
      let store = store.eraseToAnyStore()
      return changed { $0.findStore = { _, _ in store } }
    }

    /// Shows a part of the root store.
    public func scopeStore<AppState: Sendable>(_ part: @escaping @Sendable (AppState) -> StoreState) -> Self {
      changed {
        $0.findStore = { factories, _ in factories.factory(AppState.self, Action.self)?.scopeStore(to: part) }
      }
    }

    /// Shows a store of the view's own below the root store.
    ///
    /// A tree has one queue, so `qos` is taken for compatibility only.
    public func childStore<AppState: Sendable, Local: Sendable>(
      initialState: Local, qos: DispatchQoS = .userInteractive, reducer: @escaping Reducer<Local, Action>
    ) -> Self where StoreState == (AppState, Local) {
      withOwnStore { $0.childStore(initialState: initialState, reducer: reducer) }
    }

    /// Shows what is made of the root store's state and that of a store of the view's own below it.
    ///
    /// A tree has one queue, so `qos` is taken for compatibility only.
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

  // The conformance stands apart from the structure, which belongs to no actor therefore, and can be made anywhere.
  extension ViewWithStore: View {
    /// The content, made of the latest props, or the placeholder until the first ones are made.
    public var body: some View {
      if let store = findStore(factories, holder) {
        StoreView(store, props: makeProps, options: options, placeholder: placeholder, content: content)
      }
    }
  }

  extension ViewWithStore where Props == (StoreState, Dispatch<Action>) {
    /// Content that is made of the state as it is, and a way to dispatch.
    public init(
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(props: { state, store in (state, store.dispatch) }, content: { content($0.0, $0.1) })
      options.presentationQueue = .main
    }
  }

  extension ViewWithStore where Props == (StoreState, AnyStore<StoreState, Action>) {
    /// Content that is made of the state as it is, and the store.
    @_disfavoredOverload
    public init(
      @ViewBuilder content: @escaping (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Content
    ) {
      self.init(props: { state, store in (state, store) }, content: { content($0.0, $0.1) })
      options.presentationQueue = .main
    }
  }
#endif
