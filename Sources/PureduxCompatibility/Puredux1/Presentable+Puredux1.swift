public import Dispatch
public import PureduxBindings
public import PureduxCore

extension Presentable {
  /// Sets a presenter whose updates are not debounced.
  @available(*, deprecated, message: "Use `setPresenter(_:props:)`, with `debounceFor: 0` for updates without delay.")
  public func with<State, Action>(
    store: some Store<State, Action>,
    props: @escaping @Sendable (_ state: State, _ store: StateStore<State, Action>) -> Props,
    presentationQueue: DispatchQueue = .sharedPresentationQueue,
    removeStateDuplicates equating: Equating<State>? = nil
  ) {
    setPresenter(
      store, props: props, presentationQueue: presentationQueue, removeStateDuplicates: equating, debounceFor: 0)
  }
}
