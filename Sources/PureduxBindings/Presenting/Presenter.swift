public import Dispatch
public import Foundation

/// Connects a view with its store when the view asks for it.
@MainActor
public protocol PresenterProtocol {
  /// Begins to give the view its props. A second call changes nothing.
  func subscribeToStore()
}

/// A view that is given props, once its presenter has subscribed.
@MainActor
public protocol Presentable: UIStateObserver {
  /// What the view shows.
  associatedtype Props
  /// Set by `setPresenter`; the view calls its `subscribeToStore()` when it begins to show.
  var presenter: (any PresenterProtocol)? { get set }
  /// Shows new props. Called on the main actor.
  func setProps(_ props: Props)
}

extension Presentable {
  /// Gives the view a presenter that makes props of a state and a store. The one before shows nothing more.
  @_disfavoredOverload
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce
  ) {
    let settings = UpdateSettings(queue: presentationQueue, equating: equating, interval: .seconds(interval))
    presenter = Presenter { [weak self] in
      store.bind(settings, props: props) { props, _ in self?.setProps(props) }
    }
  }

  /// Gives the view a presenter that makes props of a state and a way to dispatch. The one before shows nothing more.
  public func setPresenter<State, Action>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce
  ) {
    setPresenter(
      store, props: { state, store in props(state, store.dispatch) }, presentationQueue: presentationQueue,
      removeStateDuplicates: equating, debounceFor: interval)
  }

  /// Puredux 1's way to give the view a presenter.
  public func with<State, Action>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil
  ) {
    setPresenter(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: 0)
  }
}

/// Subscribes once, until it is replaced or its view goes. Its closure keeps the store, as the view keeps its presenter.
@MainActor
private final class Presenter: PresenterProtocol {
  private let subscribe: @MainActor () -> StoreSubscription
  private var subscription: StoreSubscription?

  init(_ subscribe: @escaping @MainActor () -> StoreSubscription) { self.subscribe = subscribe }

  func subscribeToStore() {
    if subscription == nil { subscription = subscribe() }
  }
}
