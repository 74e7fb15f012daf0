public import Dispatch

/// An object that displays states: a view controller, a view, or a screen of a terminal.
///
/// A conforming class can call `subscribe`. The subscription ends with the object: after its release, no call begins.
///
/// ```swift
/// @MainActor
/// final class PlayerScreen: UIStateObserver {
///   private(set) var text = ""
///
///   init(_ store: StateStore<Player, PlayerAction>) {
///     subscribe(store, props: { player, _ in "\(player.title) \(player.second)" }) { [weak self] text in
///       self?.text = text
///     }
///   }
/// }
/// ```
///
/// All forms of `subscribe` follow the same rules:
///
/// - Props are computed on the presentation queue, and `observe` is called with the newest props on the main actor.
/// - The first call is immediate. Later calls follow the rate, by default 16 ms of debouncing.
/// - All updates of a store tree that are due together use one revision, and are delivered in one turn of the main
///   actor, as soon as the slowest props are computed.
/// - The store that a closure receives is a weak reference. An action dispatched after the store is gone is reported
///   and dropped.
public protocol UIStateObserver: AnyObject {}

// The short forms, with the options as parameters.
extension UIStateObserver {
  /// Displays props that are computed from the state and the store.
  ///
  /// ```swift
  /// screen.subscribe(store, props: { player, store in PlayerProps(player.title, store.dispatch) }) { props in
  ///   print(props.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that it considers equal cause no update.
  ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
  ///   - observe: displays new props, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
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

  /// Displays props that are computed from the state and a dispatch function.
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
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that it considers equal cause no update.
  ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
  ///   - observe: displays new props, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
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

  /// Displays states without conversion.
  ///
  /// ```swift
  /// screen.subscribe(store, removeStateDuplicates: .equal { $0.title }) { player in
  ///   print(player.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - equating: states that it considers equal cause no update.
  ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
  ///   - observe: displays a state, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
    subscribe(store, options: options, observe: observe)
  }

  /// Displays states without conversion, with a dispatch function.
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - equating: states that it considers equal cause no update.
  ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
  ///   - observe: displays a state, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    let options = UpdateOptions(removeStateDuplicates: equating, debounceFor: interval)
    subscribe(store, options: options, observe: observe)
  }

  /// Displays states without conversion, with the store.
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - equating: states that it considers equal cause no update.
  ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
  ///   - observe: displays a state, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
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

  /// Displays states without conversion. The store has a label, as in Puredux 2.
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }
}

// The forms with options. All other forms call these.
extension UIStateObserver {
  /// Displays props that are computed from the state and the store, with these options.
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
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - options: the update rate, the filter of states, and the presentation queue.
  ///   - observe: displays new props, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
  @_disfavoredOverload
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    store.bind(to: self, options, props: props) { props, _ in observe(props) }
  }

  /// Displays props that are computed from the state and a dispatch function, with these options.
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - options: the update rate, the filter of states, and the presentation queue.
  ///   - observe: displays new props, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    store.bind(to: self, options, props: { props($0, $1.dispatch) }) { props, _ in observe(props) }
  }

  /// Displays states without conversion, with these options.
  ///
  /// ```swift
  /// screen.subscribe(store, options: UpdateOptions(throttleFor: 0.25)) { player in
  ///   print(player.second)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The subscription does not retain it.
  ///   - options: the update rate and the filter of states.
  ///   - observe: displays a state, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    store.bind(to: self, options.withoutProps, props: { state, _ in state }) { state, _ in observe(state) }
  }

  /// Displays states without conversion, with a dispatch function, and these options.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    store.bind(to: self, options.withoutProps, props: { state, _ in state }) { observe($0, $1.dispatch) }
  }

  /// Displays states without conversion, with the store, and these options.
  @_disfavoredOverload
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    options: UpdateOptions<State>,
    observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
  ) {
    store.bind(to: self, options.withoutProps, props: { state, _ in state }, observe: observe)
  }
}

// The forms for one part of a state. They read the part on the main actor, and make the first call before they return.
extension UIStateObserver {
  /// Displays one part of a state whenever the part has changed.
  ///
  /// The first value is displayed before this returns.
  ///
  /// ```swift
  /// screen.subscribe(store, \.title) { title in
  ///   field.text = title
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state has the part. The subscription does not retain it.
  ///   - part: the part of the state. It is read on the main actor.
  ///   - rate: the rate of updates while the part keeps changing.
  ///   - observe: displays the part, on the main actor. It is retained as long as the object, so capture the object
  ///     weakly.
  @MainActor
  public func subscribe<State, Action, Part: Equatable & Sendable>(
    _ store: some Store<State, Action>, _ part: @escaping @Sendable (_ state: State) -> Part,
    rate: UpdateRate = .frame, observe: @escaping @MainActor (_ part: Part) -> Void
  ) {
    store.bind(
      to: self, .part(part, rate), props: { state, _ in part(state) }, observe: { part, _ in observe(part) },
      beginning: { $0.showFirst() })
  }

  /// Keeps a property of this object equal to a part of a state.
  ///
  /// Sets the property before this returns, and then whenever the part has changed.
  ///
  /// ```swift
  /// field.bind(\.text, to: \.title, of: store)
  /// ```
  ///
  /// - Parameters:
  ///   - property: the property that is set, on the main actor.
  ///   - part: the part of the state. It is read on the main actor.
  ///   - store: the store whose state has the part. The binding does not retain it.
  ///   - rate: the rate of updates while the part keeps changing.
  @MainActor
  public func bind<State, Action, Part: Equatable & Sendable>(
    _ property: ReferenceWritableKeyPath<Self, Part>, to part: @escaping @Sendable (_ state: State) -> Part,
    of store: some Store<State, Action>, rate: UpdateRate = .frame
  ) {
    subscribe(store, part, rate: rate) { [weak self] value in self?[keyPath: property] = value }
  }
}
