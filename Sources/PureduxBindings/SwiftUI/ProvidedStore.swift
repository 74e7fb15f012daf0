#if canImport(SwiftUI)
  /// A store that was provided to views, with its action type erased.
  struct ProvidedStore<State: Sendable>: Sendable {
    let id: StoreID
    let dispatcher: ActionDispatcher
    let state: @Sendable () -> State
    let subscribe: @MainActor @Sendable (@escaping @MainActor @Sendable (State) -> Void) -> StoreSubscription

    init<Action>(_ store: some Store<State, Action>) {
      let store = store.eraseToAnyStore()
      id = store.id
      dispatcher = ActionDispatcher(store)
      state = { store.state }
      subscribe = { observe in
        store.bind(.immediate, props: { state, _ in state }) { state, _ in observe(state) }
      }
    }
  }
#endif
