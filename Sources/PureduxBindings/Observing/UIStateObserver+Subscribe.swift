public import Dispatch

// The short forms: the options as parameters.
extension UIStateObserver {
  /// Shows props that are made of a state and a store.
  ///
  /// ```swift
  /// screen.subscribe(store, props: { player, store in PlayerProps(player.title, store.dispatch) }) { props in
  ///   print(props.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
  ///   - observe: shows new props, on the main actor. It is kept as long as the object, so capture the object weakly.
  @_disfavoredOverload
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    let options = UpdateOptions(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    subscribe(store, props: props, options: options, observe: observe)
  }

  /// Shows props that are made of a state and a function that dispatches.
  ///
  /// ```swift
  /// screen.subscribe(
  ///   store, props: { player, dispatch in PlayerProps(player.title, dispatch) },
  ///   removeStateDuplicates: .equal { $0.title }
  /// ) { props in
  ///   print(props.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
  ///   - observe: shows new props, on the main actor. It is kept as long as the object, so capture the object weakly.
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    let options = UpdateOptions(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    subscribe(store, props: props, options: options, observe: observe)
  }

  /// Shows states as they are.
  ///
  /// ```swift
  /// screen.subscribe(store, removeStateDuplicates: .equal { $0.title }) { player in
  ///   print(player.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
  ///   - observe: shows a state, on the main actor. It is kept as long as the object, so capture the object weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
    subscribe(store, options: options, observe: observe)
  }

  /// Shows states as they are, with a function that dispatches.
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
  ///   - observe: shows a state, on the main actor. It is kept as long as the object, so capture the object weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
    subscribe(store, options: options, observe: observe)
  }

  /// Shows states as they are, with the store.
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
  ///   - observe: shows a state, on the main actor. It is kept as long as the object, so capture the object weakly.
  @_disfavoredOverload
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
  ) {
    let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
    subscribe(store, options: options, observe: observe)
  }

  /// Shows states as they are; the store has a label here, as it had in Puredux 2.
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }
}
