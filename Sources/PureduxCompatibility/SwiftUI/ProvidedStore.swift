#if canImport(SwiftUI)
  internal import PureduxBindings
  public import PureduxCore
  public import SwiftUI

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
      subscribe = { observe in store.bind(observe) }
    }
  }

  /// The stores provided in an environment, keyed by state type.
  ///
  /// Two `ProvidedStores` are equal if they contain the same stores, so providing the same store again does not
  /// invalidate the connected views.
  struct ProvidedStores: EnvironmentKey, Sendable, Equatable {
    static let defaultValue = ProvidedStores()
    private var stores: [ObjectIdentifier: any Sendable] = [:]
    private var targets: [ObjectIdentifier: StoreTarget] = [:]

    mutating func provide<State>(_ store: ProvidedStore<State>) {
      stores[ObjectIdentifier(State.self)] = store
      targets[ObjectIdentifier(State.self)] = store.dispatcher.target
    }

    func store<State>(_: State.Type) -> ProvidedStore<State>? {
      stores[ObjectIdentifier(State.self)] as? ProvidedStore<State>
    }

    static func == (one: ProvidedStores, other: ProvidedStores) -> Bool { one.targets == other.targets }
  }

  extension View {
    /// Provides a store to this view hierarchy's connected views and `actionDispatcher`.
    nonisolated public func provideStore<State, Action>(_ store: some Store<State, Action>) -> some View {
      let provided = ProvidedStore(store)
      return transformEnvironment(\.providedStores) { $0.provide(provided) }
        .environment(\.actionDispatcher, provided.dispatcher)
    }
  }

  extension EnvironmentValues {
    /// Dispatches actions to the store that the nearest ancestor view provides.
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
#endif
