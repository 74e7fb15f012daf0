public import Dispatch

/// A view that knows how to show props, and not where they come from.
///
/// Whoever makes the view gives it a presenter with `setPresenter`. The view subscribes when it begins to show.
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
  /// What the view shows.
  associatedtype Props
  /// Set by `setPresenter`; the view calls its `subscribeToStore()` when it begins to show.
  var presenter: (any PresenterProtocol)? { get set }
  /// Shows new props. Called on the main actor.
  func setProps(_ props: Props)
}

/// Connects a view with its store when the view asks for it.
///
/// `setPresenter` gives a ``Presentable`` view one. A test can give it one of its own.
@MainActor
public protocol PresenterProtocol {
  /// Begins to give the view its props. A second call changes nothing.
  func subscribeToStore()
}

/// Subscribes once, until it is replaced or its view goes. Its closure keeps the store, as the view keeps its presenter.
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
  /// Gives the view a presenter that makes props of a state and a store, with these options.
  ///
  /// ```swift
  /// bar.setPresenter(
  ///   store, props: { player, store in player.title },
  ///   options: UpdateOptions(throttleFor: 0.25))
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The presenter keeps it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - options: when the view is updated, for which states, and where props are made.
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

  /// Gives the view a presenter that makes props of a state and a function that dispatches, with these options.
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The presenter keeps it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - options: when the view is updated, for which states, and where props are made.
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    options: UpdateOptions<State>
  ) {
    setPresenter(store, props: { state, store in props(state, store.dispatch) }, options: options)
  }

  /// Gives the view a presenter that makes props of a state and a store.
  ///
  /// The presenter subscribes when the view calls `subscribeToStore()` of it. It takes the place of the view's presenter
  /// before it, which shows nothing more.
  ///
  /// ```swift
  /// bar.setPresenter(store, props: { player, store in player.title })
  /// bar.viewDidLoad()
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The presenter keeps it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
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

  /// Gives the view a presenter that makes props of a state and a function that dispatches.
  ///
  /// The presenter subscribes when the view calls `subscribeToStore()` of it. It takes the place of the view's presenter
  /// before it, which shows nothing more.
  ///
  /// ```swift
  /// bar.setPresenter(store, props: { player, dispatch in player.title.uppercased() })
  /// bar.viewDidLoad()
  /// ```
  ///
  /// - Parameters:
  ///   - store: the store whose states are shown. The presenter keeps it alive.
  ///   - props: makes what is shown, on the presentation queue.
  ///   - presentationQueue: the serial queue on which props are made; `.main` for the main thread.
  ///   - equating: states that are the same by it make no update.
  ///   - interval: how many seconds have to pass without a change; an update waits four times as long at most.
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

  /// Gives the view a presenter, as in Puredux 1. Updates wait for no pause in the changes.
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
