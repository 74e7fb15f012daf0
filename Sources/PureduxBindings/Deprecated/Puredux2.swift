public import Dispatch

// The deprecated Puredux 2 API, which will be removed in the next major version.

/// The serial queue on which props are computed.
@available(*, deprecated, renamed: "DispatchQueue")
public typealias PresentationQueue = DispatchQueue

extension DispatchQueue {
  /// Returns `queue` unchanged.
  @available(*, deprecated, message: "Pass the queue itself.")
  public static func serialQueue(_ queue: DispatchQueue) -> DispatchQueue { queue }
}

extension UIStateObserver {
  /// Displays props computed from the state and the store.
  @available(*, deprecated, message: "Let the closure receive a dispatch function, or capture `store.weak()`.")
  @_disfavoredOverload
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue? = nil,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double? = nil,
    options: UpdateOptions<State> = UpdateOptions(),
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    let options = options.replacing(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    store.bind(to: self, options, props: props) { props, _ in observe(props) }
  }

  /// Displays states without converting them to props, and passes the store to `observe`.
  @available(*, deprecated, message: "Let the closure receive a dispatch function, or capture `store.weak()`.")
  @_disfavoredOverload
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double? = nil,
    options: UpdateOptions<State> = UpdateOptions(),
    observe: @escaping @MainActor (_ state: State, _ store: StateStore<State, Action>) -> Void
  ) {
    let options = options.replacing(
      presentationQueue: .main, removeStateDuplicates: equating, debounceFor: interval)
    store.bind(to: self, options, props: { state, _ in state }, observe: observe)
  }
}

extension Presentable {
  /// Sets a presenter that computes props from the state and the store.
  @available(*, deprecated, message: "Let the closure receive a dispatch function, or capture `store.weak()`.")
  @_disfavoredOverload
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue? = nil,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double? = nil,
    options: UpdateOptions<State> = UpdateOptions()
  ) {
    let options = options.replacing(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    presenter = Presenter { [weak self] in
      store.bind(options, props: props) { props, _ in self?.setProps(props) }
    }
  }
}

extension UIStateObserver {
  /// Displays props computed from the state and the store.
  @available(*, deprecated, message: "Omit the label `store:`.")
  @_disfavoredOverload
  public func subscribe<State, Action, Props>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    subscribe(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
      debounceFor: interval, observe: observe)
  }

  /// Displays props computed from the state and a dispatch function.
  @available(*, deprecated, message: "Omit the label `store:`.")
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

  /// Displays states without converting them to props.
  @available(*, deprecated, message: "Omit the label `store:`.")
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }

  /// Displays states without converting them to props, and passes a dispatch function to `observe`.
  @available(*, deprecated, message: "Omit the label `store:`.")
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }

  /// Displays states without converting them to props, and passes the store to `observe`.
  @available(*, deprecated, message: "Omit the label `store:`.")
  @_disfavoredOverload
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ store: StateStore<State, Action>) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }
}

extension Presentable {
  /// Sets a presenter that computes props from the state and the store.
  @available(*, deprecated, message: "Omit the label `store:`.")
  @_disfavoredOverload
  public func setPresenter<State, Action>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce
  ) {
    setPresenter(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating,
      debounceFor: interval)
  }

  /// Sets a presenter that computes props from the state and a dispatch function.
  @available(*, deprecated, message: "Omit the label `store:`.")
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
