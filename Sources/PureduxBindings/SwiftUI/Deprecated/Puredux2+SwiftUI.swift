#if canImport(SwiftUI)
  public import Dispatch
  public import SwiftUI

  // Puredux 2 overloads, which will be removed in the next major version.

  extension View {
    /// Displays props computed from the state and the store, while the view is on the screen.
    @available(
      *, deprecated, message: "Let the closure receive a dispatch function, or capture `store.weak()`."
    )
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action, Props>(
      _ store: some Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
      presentationQueue: DispatchQueue? = nil,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double? = nil,
      options: UpdateOptions<State> = UpdateOptions(),
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      let options = options.replacing(
        presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
      return bound(to: store.eraseToAnyStore(), options, props: props) { props, _ in observe(props) }
    }

    /// Displays states while the view is on the screen, and passes the store to `observe`.
    @available(
      *, deprecated, message: "Let the closure receive a dispatch function, or capture `store.weak()`."
    )
    @_disfavoredOverload
    nonisolated public func subscribe<State, Action>(
      _ store: some Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double? = nil,
      options: UpdateOptions<State> = UpdateOptions(),
      observe: @escaping @MainActor (_ state: State, _ store: StateStore<State, Action>) -> Void
    ) -> some View {
      let options = options.replacing(
        presentationQueue: .main, removeStateDuplicates: equating, debounceFor: interval)
      return bound(to: store.eraseToAnyStore(), options, props: { state, _ in state }, observe: observe)
    }
  }

  extension View {
    /// Displays props computed from the state and the store.
    @available(*, deprecated, message: "Omit the label `store:`.")
    @_disfavoredOverload
    nonisolated public func subscribe<State: Sendable, Action: Sendable, Props>(
      store: any Store<State, Action>,
      props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
      presentationQueue: DispatchQueue = .sharedPresentationQueue,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ props: Props) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
        debounceFor: interval, observe: observe)
    }

    /// Displays props computed from the state and a dispatch function.
    @available(*, deprecated, message: "Omit the label `store:`.")
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

    /// Displays states without converting them to props, and passes a dispatch function to `observe`.
    @available(*, deprecated, message: "Omit the label `store:`.")
    nonisolated public func subscribe<State: Sendable, Action: Sendable>(
      store: any Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }

    /// Displays states without converting them to props, and passes the store to `observe`.
    @available(*, deprecated, message: "Omit the label `store:`.")
    @_disfavoredOverload
    nonisolated public func subscribe<State: Sendable, Action: Sendable>(
      store: any Store<State, Action>,
      removeStateDuplicates equating: Equating<State>? = nil,
      debounceFor interval: Double = .uiDebounce,
      observe: @escaping @MainActor (_ state: State, _ store: StateStore<State, Action>) -> Void
    ) -> some View {
      subscribe(
        store.eraseToAnyStore(), removeStateDuplicates: equating, debounceFor: interval, observe: observe)
    }
  }

  extension StoreView {
    /// Creates a view whose props are computed from the state and the store.
    @available(*, deprecated, message: "Omit the label `store:`.")
    @_disfavoredOverload
    public init(
      store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ store: StateStore<StoreState, Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(store, props: props, content: content)
    }

    /// Creates a view whose props are computed from the state and a dispatch function.
    @available(*, deprecated, message: "Omit the label `store:`.")
    public init(
      store: some Store<StoreState, Action>,
      props: @escaping @Sendable (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Props,
      @ViewBuilder content: @escaping (_ props: Props) -> Content
    ) {
      self.init(store, props: props, content: content)
    }

    /// Sets the serial queue that computes props.
    @available(*, deprecated, message: "Pass `presentationQueue` to the initializer.")
    public func usePresentationQueue(_ queue: DispatchQueue) -> Self { changed { $0.presentationQueue = queue } }

    /// Skips recomputing props for consecutive states that `equating` considers equal.
    @available(*, deprecated, message: "Pass `removeStateDuplicates` to the initializer.")
    public func removeStateDuplicates(_ equating: Equating<StoreState>) -> Self {
      changed { $0.removeStateDuplicates = equating }
    }
  }

  extension StoreView where Props == (StoreState, Dispatch<Action>) {
    /// Creates a view whose content receives the state and a dispatch function.
    @available(*, deprecated, message: "Omit the label `store:`.")
    public init(
      store: some Store<StoreState, Action>,
      @ViewBuilder content: @escaping (_ state: StoreState, _ dispatch: @escaping Dispatch<Action>) -> Content
    ) {
      self.init(store, content: content)
    }
  }

  extension StoreView where Props == (StoreState, StateStore<StoreState, Action>) {
    /// Creates a view whose content receives the state and the store, as two parameters or as one tuple.
    @available(*, deprecated, message: "Omit the label `store:`.")
    @_disfavoredOverload
    public init(
      store: some Store<StoreState, Action>,
      @ViewBuilder content: @escaping (_ props: (StoreState, StateStore<StoreState, Action>)) -> Content
    ) {
      self.init(store, content: content)
    }
  }
#endif
