#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Gives a store to all connected views here and below, and to `actionDispatcher`.
    public func provideStore<State, Action>(_ store: some Store<State, Action>) -> some View {
      let provided = ProvidedStore(store)
      return transformEnvironment(\.providedStores) { $0.provide(provided) }
        .environment(\.actionDispatcher, provided.dispatcher)
    }
  }

  extension EnvironmentValues {
    /// Dispatches actions to the store that was provided last.
    public var actionDispatcher: ActionDispatcher {
      get { self[ActionDispatcherKey.self] }
      set { self[ActionDispatcherKey.self] = newValue }
    }

    var providedStores: ProvidedStores {
      get { self[ProvidedStores.self] }
      set { self[ProvidedStores.self] = newValue }
    }
  }

  private struct ActionDispatcherKey: EnvironmentKey {
    static let defaultValue = ActionDispatcher()
  }

  /// The stores of an environment, by the types of their states.
  struct ProvidedStores: EnvironmentKey, Sendable {
    static let defaultValue = ProvidedStores()
    private var stores: [ObjectIdentifier: any Sendable] = [:]

    mutating func provide<State>(_ store: ProvidedStore<State>) { stores[ObjectIdentifier(State.self)] = store }

    func store<State>(_: State.Type) -> ProvidedStore<State>? {
      stores[ObjectIdentifier(State.self)] as? ProvidedStore<State>
    }
  }

  /// A store whose type of actions was forgotten.
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
        store.bind(UpdateSettings(), props: { state, _ in state }) { state, _ in observe(state) }
      }
    }
  }
#endif
