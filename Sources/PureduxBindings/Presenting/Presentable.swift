public import Dispatch

/// A view that displays props, independent of their source.
///
/// The creator of the view sets a presenter with `setPresenter`. The view subscribes when it appears.
///
/// ```swift
/// @MainActor
/// final class TitleBar: Presentable {
///   var presenter: (any PresenterProtocol)?
///   private(set) var title = ""
///
///   func setProps(_ props: String) { title = props }
///   func viewDidLoad() { presenter?.subscribeToStore() }
/// }
/// ```
@MainActor
public protocol Presentable: UIStateObserver {
  /// The displayed values.
  associatedtype Props
  /// Set by `setPresenter`; the view calls its `subscribeToStore()` when it appears.
  var presenter: (any PresenterProtocol)? { get set }
  /// Displays new props. Called on the main actor.
  func setProps(_ props: Props)
}

/// Connects a view to its store on the view's request.
///
/// `setPresenter` creates one for a ``Presentable`` view. A test can provide its own.
@MainActor
public protocol PresenterProtocol {
  /// Begins to deliver props to the view. A second call has no effect.
  func subscribeToStore()
}

/// Subscribes once. The subscription ends when the presenter is replaced or its view is released. The closure retains
/// the store, and the view retains the presenter.
@MainActor
final class Presenter: PresenterProtocol {
  private let subscribe: @MainActor () -> StoreSubscription
  private var subscription: StoreSubscription?

  init(_ subscribe: @escaping @MainActor () -> StoreSubscription) { self.subscribe = subscribe }

  func subscribeToStore() {
    if subscription == nil { subscription = subscribe() }
  }
}

extension Presentable {
  /// Sets a presenter that computes props from the state and the store, with these options.
  ///
  /// ```swift
  /// bar.setPresenter(
  ///   store, props: { player, store in player.title },
  ///   options: UpdateOptions(throttleFor: 0.25))
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The presenter retains it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - options: the update rate, the filter of states, and the presentation queue.
  @_disfavoredOverload
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    options: UpdateOptions<State>
  ) {
    presenter = Presenter { [weak self] in
      store.bind(options, props: props) { props, _ in self?.setProps(props) }
    }
  }

  /// Sets a presenter that computes props from the state and a dispatch function, with these options.
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The presenter retains it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - options: the update rate, the filter of states, and the presentation queue.
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    options: UpdateOptions<State>
  ) {
    setPresenter(store, props: { state, store in props(state, store.dispatch) }, options: options)
  }

  /// Sets a presenter that computes props from the state and the store.
  ///
  /// The presenter subscribes when the view calls its `subscribeToStore()`. It replaces an earlier presenter of the
  /// view, which delivers nothing more.
  ///
  /// ```swift
  /// bar.setPresenter(store, props: { player, store in player.title })
  /// bar.viewDidLoad()
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The presenter retains it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that it considers equal cause no update.
  ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
  @_disfavoredOverload
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce
  ) {
    let options = UpdateOptions(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    setPresenter(store, props: props, options: options)
  }

  /// Sets a presenter that computes props from the state and a dispatch function.
  ///
  /// The presenter subscribes when the view calls its `subscribeToStore()`. It replaces an earlier presenter of the
  /// view, which delivers nothing more.
  ///
  /// ```swift
  /// bar.setPresenter(store, props: { player, dispatch in player.title.uppercased() })
  /// bar.viewDidLoad()
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose state is displayed. The presenter retains it.
  ///   - props: converts the state to props, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that it considers equal cause no update.
  ///   - interval: the debounce interval in seconds; an update waits at most four times as long.
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double = .uiDebounce
  ) {
    let options = UpdateOptions(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    setPresenter(store, props: props, options: options)
  }

  /// Sets a presenter, as in Puredux 1. Updates are not debounced.
  public func with<State, Action>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil
  ) {
    let options = UpdateOptions(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: 0)
    setPresenter(store, props: props, options: options)
  }
}
