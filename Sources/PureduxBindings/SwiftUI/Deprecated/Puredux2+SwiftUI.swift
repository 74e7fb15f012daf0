#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  // The forms of Puredux 2 that name their store with a label. They go with the next major version.

  extension View {
    /// Shows props that are made of a state and a store.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    @_disfavoredOverload
    nonisolated public func subscribe<State: Sendable, Action: Sendable, Props>(
      store: any Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
        debounceFor: interval, observe: observe)
    }

    /// Shows props that are made of a state and a way to dispatch.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    nonisolated public func subscribe<State: Sendable, Action: Sendable, Props>(
      store: any Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
        debounceFor: interval, observe: observe)
    }

    /// Shows states as they are, with a way to dispatch.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    nonisolated public func subscribe<State: Sendable, Action: Sendable>(
      store: any Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }

    /// Shows states as they are, with the store.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    @_disfavoredOverload
    nonisolated public func subscribe<State: Sendable, Action: Sendable>(
      store: any Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }
  }

  extension StoreView {
    /// A view whose content is made of props, which are made of a state and a store.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    @_disfavoredOverload
    public init(
      store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(store, props: props, content: content)
    }

    /// A view whose content is made of props, which are made of a state and a way to dispatch.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    public init(
      store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(store, props: props, content: content)
    }

    /// The queue on which props are made.
    @available(*, deprecated, message: "Give `presentationQueue` to the initialiser.")
    public func usePresentationQueue(_ queue: DispatchQueue) -> Self { changed { $0.presentationQueue = queue } }

    /// States that are the same by `equating` make no new props.
    @available(*, deprecated, message: "Give `removeStateDuplicates` to the initialiser.")
    public func removeStateDuplicates(_ equating: Equating<StoreState>) -> Self {
      changed { $0.removeStateDuplicates = equating }
    }
  }

  extension StoreView where Props == (StoreState, Dispatch<Action>) {
    /// A view whose content is made of a store's state.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    public init(
      store: some Store<StoreState, Action>,
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(store, content: content)
    }
  }

  extension StoreView where Props == (StoreState, AnyStore<StoreState, Action>) {
    /// A view whose content is made of a store's state and the store.
    @available(*, deprecated, message: "Leave out the label `store:`.")
    @_disfavoredOverload
    public init(
      store: some Store<StoreState, Action>,
      @ViewBuilder content: @escaping (_ state: StoreState, _ store: AnyStore<StoreState, Action>) -> Content
    ) {
      self.init(store, content: content)
    }
  }
#endif
