public import Dispatch

/// A view that displays props and is decoupled from their source.
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
  /// The presenter that was set by `setPresenter`. The view calls `subscribeToStore()` on the presenter when the view
  /// appears.
  var presenter: (any PresenterProtocol)? { get set }
  /// Displays new props, on the main actor.
  func setProps(_ props: Props)
}

/// Subscribes a view to its store at the view's request.
///
/// `setPresenter` creates a presenter for a ``Presentable`` view. A test can provide its own presenter.
@MainActor
public protocol PresenterProtocol {
  /// Starts delivering props to the view. Calling this method again has no effect.
  func subscribeToStore()
}

/// Subscribes at most once. The subscription ends when the presenter is replaced or its view is released. The
/// presenter's closure retains the store, and the view retains the presenter.
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
  /// Sets a presenter that computes props from the state and a dispatch function.
  ///
  /// The presenter subscribes when the view calls the presenter's `subscribeToStore()`. The view's previous presenter
  /// is replaced, and stops delivering props.
  ///
  /// ```swift
  /// bar.setPresenter(store, props: { player, dispatch in player.title.uppercased() })
  /// bar.viewDidLoad()
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store whose state is displayed. The presenter retains the store.
  ///   - props: Converts the state to props, on the presentation queue.
  ///   - presentationQueue: The serial queue on which props are computed; by default, a queue that all views share.
  ///     Pass `.main` to compute props on the main thread.
  ///   - equating: Suppresses updates for consecutive states that compare equal.
  ///   - interval: The debounce interval in seconds; 0.016 by default. Continuous changes delay an update by at most
  ///     four intervals.
  ///   - options: The subscription's update options; the other parameters override them.
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue? = nil,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: Double? = nil,
    options: UpdateOptions<State> = UpdateOptions()
  ) {
    let options = options.replacing(
      presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: interval)
    presenter = Presenter { [weak self] in
      store.bind(options, props: { props($0, $1.dispatch) }) { props, _ in self?.setProps(props) }
    }
  }
}
