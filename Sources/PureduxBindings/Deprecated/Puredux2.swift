public import Dispatch

// The forms of Puredux 2 that name their store with a label. They go with the next major version.

extension UIStateObserver {
  /// Shows props that are made of a state and a store.
  @available(*, deprecated, message: "Leave out the label `store:`.")
  @_disfavoredOverload
  public func subscribe<State, Action, Props>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    subscribe(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
      debounceFor: interval, observe: observe)
  }

  /// Shows props that are made of a state and a way to dispatch.
  @available(*, deprecated, message: "Leave out the label `store:`.")
  public func subscribe<State, Action, Props>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    subscribe(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
      debounceFor: interval, observe: observe)
  }

  /// Shows states as they are, with a way to dispatch.
  @available(*, deprecated, message: "Leave out the label `store:`.")
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }

  /// Shows states as they are, with the store.
  @available(*, deprecated, message: "Leave out the label `store:`.")
  @_disfavoredOverload
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }
}

extension Presentable {
  /// Gives the view a presenter that makes props of a state and a store.
  @available(*, deprecated, message: "Leave out the label `store:`.")
  @_disfavoredOverload
  public func setPresenter<State, Action>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce
  ) {
    setPresenter(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
      debounceFor: interval)
  }

  /// Gives the view a presenter that makes props of a state and a way to dispatch.
  @available(*, deprecated, message: "Leave out the label `store:`.")
  public func setPresenter<State, Action>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce
  ) {
    setPresenter(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
      debounceFor: interval)
  }
}
