public import Dispatch

/// An object that displays states, such as a view controller, a view, or a terminal screen.
///
/// A conforming class can call `subscribe`. A subscription ends when the object is released: `observe` is not called
/// afterwards.
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
/// All overloads of `subscribe` follow these rules:
///
/// - Props are computed on the presentation queue, and `observe` is called with the newest props on the main actor.
/// - The first update is not delayed. Later updates follow the update rate: by default, they are debounced for 16 ms.
/// - All updates of a store tree that are due at the same time display the same revision of the state. These updates
///   are delivered in one turn of the main actor, once all props have been computed.
/// - The dispatch function that closures receive does not retain the store. An action dispatched after the store is
///   released is reported and dropped.
public protocol UIStateObserver: AnyObject {}

extension UIStateObserver {
  /// Displays props computed from the state and a dispatch function.
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
  ///   - store: The store whose state is displayed. The subscription does not retain the store.
  ///   - props: Converts the state to props, on the presentation queue.
  ///   - presentationQueue: The serial queue on which props are computed; by default, a queue that all views share.
  ///     Pass `.main` to compute props on the main thread.
  ///   - equating: Suppresses updates for consecutive states that compare equal.
  ///   - interval: The debounce interval in seconds; 0.016 by default. Continuous changes delay an update by at most
  ///     four intervals.
  ///   - options: The subscription's update options; the other parameters override them.
  ///   - observe: Displays new props, on the main actor. The closure is retained until the observing object is
  ///     released, so capture the object weakly.
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue? = nil,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double? = nil,
    options: UpdateOptions<State> = UpdateOptions(),
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    let options = options.replacing(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    store.bind(to: self, options, props: { props($0, $1.dispatch) }) { props, _ in observe(props) }
  }

  /// Displays states without converting them to props.
  ///
  /// ```swift
  /// screen.subscribe(store, removeStateDuplicates: .equal { $0.title }, options: UpdateOptions(rate: .throttle(0.25))) {
  ///   player in print(player.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store whose state is displayed. The subscription does not retain the store.
  ///   - equating: Suppresses updates for consecutive states that compare equal.
  ///   - interval: The debounce interval in seconds; 0.016 by default. Continuous changes delay an update by at most
  ///     four intervals.
  ///   - options: The subscription's update options; the other parameters override them.
  ///   - observe: Displays a state, on the main actor. The closure is retained until the observing object is released,
  ///     so capture the object weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double? = nil,
    options: UpdateOptions<State> = UpdateOptions(),
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    let options = options.replacing(
      presentationQueue: .main, removeStateDuplicates: equating, debounceFor: interval)
    store.bind(to: self, options, props: { state, _ in state }) { state, _ in observe(state) }
  }

  /// Displays states without converting them to props, and passes a dispatch function to `observe`.
  ///
  /// - Parameters:
  ///   - store: The store whose state is displayed. The subscription does not retain the store.
  ///   - equating: Suppresses updates for consecutive states that compare equal.
  ///   - interval: The debounce interval in seconds; 0.016 by default. Continuous changes delay an update by at most
  ///     four intervals.
  ///   - options: The subscription's update options; the other parameters override them.
  ///   - observe: Displays a state, on the main actor. The closure is retained until the observing object is released,
  ///     so capture the object weakly.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double? = nil,
    options: UpdateOptions<State> = UpdateOptions(),
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    let options = options.replacing(
      presentationQueue: .main, removeStateDuplicates: equating, debounceFor: interval)
    store.bind(to: self, options, props: { state, _ in state }) { observe($0, $1.dispatch) }
  }
}

// Overloads that observe one part of a state. These overloads read the part on the main actor, and deliver the first
// value before they return.
extension UIStateObserver {
  /// Displays a part of a state whenever the part changes.
  ///
  /// The first value is displayed before this method returns.
  ///
  /// ```swift
  /// screen.subscribe(store, \.title) { title in
  ///   field.text = title
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store whose state contains the part. The subscription does not retain the store.
  ///   - part: Extracts the part from the state, on the main actor.
  ///   - rate: The update rate while the part keeps changing.
  ///   - observe: Displays the part, on the main actor. The closure is retained until the observing object is released,
  ///     so capture the object weakly.
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
  /// The property is set before this method returns, and then whenever the part changes.
  ///
  /// ```swift
  /// field.bind(\.text, to: \.title, of: store)
  /// ```
  ///
  /// - Parameters:
  ///   - property: The property to set, on the main actor.
  ///   - part: Extracts the part from the state, on the main actor.
  ///   - store: The store whose state contains the part. The binding does not retain the store.
  ///   - rate: The update rate while the part keeps changing.
  @MainActor
  public func bind<State, Action, Part: Equatable & Sendable>(
    _ property: ReferenceWritableKeyPath<Self, Part>, to part: @escaping @Sendable (_ state: State) -> Part,
    of store: some Store<State, Action>, rate: UpdateRate = .frame
  ) {
    subscribe(store, part, rate: rate) { [weak self] value in self?[keyPath: property] = value }
  }
}
