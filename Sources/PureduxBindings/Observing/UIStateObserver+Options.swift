// The forms that take options. All others end here.
extension UIStateObserver {
  /// Shows props that are made of a state and a store, with these options.
  ///
  /// ```swift
  /// screen.subscribe(
  ///   store, props: { player, store in PlayerProps(player.title, store.dispatch) },
  ///   options: UpdateOptions(throttleFor: 0.25)
  /// ) { props in
  ///   print(props.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - options: when the object is updated, for which states, and where props are made.
  ///   - observe: shows new props, on the main actor. It is kept as long as the object, so capture the object weakly.
  @_disfavoredOverload
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    store.bind(to: self, options, props: props) { props, _ in observe(props) }
  }

  /// Shows props that are made of a state and a function that dispatches, with these options.
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - options: when the object is updated, for which states, and where props are made.
  ///   - observe: shows new props, on the main actor. It is kept as long as the object, so capture the object weakly.
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    store.bind(to: self, options, props: { props($0, $1.dispatch) }) { props, _ in observe(props) }
  }

  /// Shows states as they are, with these options.
  ///
  /// ```swift
  /// screen.subscribe(store, options: UpdateOptions(throttleFor: 0.25)) { player in
  ///   print(player.second)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The subscription does not keep it alive.
  ///   - options: when the object is updated, and for which states.
  ///   - observe: shows a state, on the main actor. It is kept as long as the object, so capture the object weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    store.bind(to: self, options.withoutProps, props: { state, _ in state }) { state, _ in observe(state) }
  }

  /// Shows states as they are, with a function that dispatches, and these options.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    store.bind(to: self, options.withoutProps, props: { state, _ in state }) { observe($0, $1.dispatch) }
  }

  /// Shows states as they are, with the store, and these options.
  @_disfavoredOverload
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
  ) {
    store.bind(to: self, options.withoutProps, props: { state, _ in state }, observe: observe)
  }
}
