public import Dispatch
public import Foundation

/// An object that shows states: a view controller, a view, a screen of a terminal.
///
/// What it subscribes to ends with it. Props are made on the presentation queue, `observe` is called on the
/// main actor with the newest, after `debounceFor` has passed without a change, or after four times as long.
/// The first call does not wait. All that is due together is made from one revision of the store tree, and shown
/// together, when the slowest props of it are made.
///
/// The store that closures are given does not keep itself alive: what is dispatched to it when it is gone is reported.
public protocol UIStateObserver: AnyObject {}

extension UIStateObserver {
  /// Shows props that are made of a state and a store.
  @_disfavoredOverload
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: AnyStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    let settings = UpdateSettings(queue: presentationQueue, equating: equating, interval: .seconds(interval))
    store.bind(to: self, settings, props: props) { props, _ in observe(props) }
  }

  /// Shows props that are made of a state and a way to dispatch.
  public func subscribe<State, Action, Props>(
    _ store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce,
    observe: @escaping @MainActor (_ props: Props) -> Void
  ) {
    let settings = UpdateSettings(queue: presentationQueue, equating: equating, interval: .seconds(interval))
    store.bind(to: self, settings, props: { props($0, $1.dispatch) }) { props, _ in observe(props) }
  }

  /// Shows states as they are.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    let settings = UpdateSettings(equating: equating, interval: .seconds(interval))
    store.bind(to: self, settings, props: { state, _ in state }) { state, _ in observe(state) }
  }

  /// Shows states as they are, with a way to dispatch.
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ dispatch: @escaping Dispatch<Action>) -> Void
  ) {
    let settings = UpdateSettings(equating: equating, interval: .seconds(interval))
    store.bind(to: self, settings, props: { state, _ in state }) { observe($0, $1.dispatch) }
  }

  /// Shows states as they are, with the store.
  @_disfavoredOverload
  public func subscribe<State, Action>(
    _ store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce,
    observe: @escaping @MainActor (_ state: State, _ store: AnyStore<State, Action>) -> Void
  ) {
    let settings = UpdateSettings(equating: equating, interval: .seconds(interval))
    store.bind(to: self, settings, props: { state, _ in state }, observe: observe)
  }

  /// Shows states as they are.
  public func subscribe<State, Action>(
    store: some Store<State, Action>,
    removeStateDuplicates equating: Equating<State>? = nil,
    debounceFor interval: TimeInterval = .uiDebounce,
    observe: @escaping @MainActor (_ state: State) -> Void
  ) {
    subscribe(store, removeStateDuplicates: equating, debounceFor: interval, observe: observe)
  }
}
