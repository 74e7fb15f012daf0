public import Dispatch

/// An object that shows states: a view controller, a view, a screen of a terminal.
///
/// A class that conforms can call `subscribe`. The subscription ends with the object: after it is gone, no call begins.
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
/// All forms of `subscribe` have these rules in common:
///
/// - Props are made on the presentation queue, and `observe` is called with the newest ones on the main actor.
/// - The first call waits for nothing. Later ones follow the rate, which is 16 ms of debouncing by default.
/// - All updates of a store tree that are due together are made from one revision, and shown in one turn of the main
///   actor, as soon as the slowest of their props are made.
/// - A store that a closure is given does not keep itself alive. An action that is dispatched to it after its store has
///   gone is reported, and nothing happens.
public protocol UIStateObserver: AnyObject {}

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

// The forms for one part of a state. The part is read on the main actor, and the first call comes before they return.
extension UIStateObserver {
  /// Shows one part of a state whenever the part has changed.
  ///
  /// The first value is shown before this returns.
  ///
  /// ```swift
  /// screen.subscribe(store, \.title) { title in
  ///   field.text = title
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state has the part. The subscription does not keep it alive.
  ///   - part: leads to the part. It is read on the main actor.
  ///   - rate: how often the part is shown while it keeps changing.
  ///   - observe: shows the part, on the main actor. It is kept as long as the object, so capture the object weakly.
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
  /// The property is set before this returns, and then whenever the part has changed.
  ///
  /// ```swift
  /// field.bind(\.text, to: \.title, of: store)
  /// ```
  ///
  /// - Parameters:
  ///   - property: the property that is set, on the main actor.
  ///   - part: leads to the part. It is read on the main actor.
  ///   - store: the store whose state has the part. The binding does not keep it alive.
  ///   - rate: how often the property is set while the part keeps changing.
  @MainActor
  public func bind<State, Action, Part: Equatable & Sendable>(
    _ property: ReferenceWritableKeyPath<Self, Part>, to part: @escaping @Sendable (_ state: State) -> Part,
    of store: some Store<State, Action>, rate: UpdateRate = .frame
  ) {
    subscribe(store, part, rate: rate) { [weak self] value in self?[keyPath: property] = value }
  }
}
