#if canImport(SwiftUI)
  internal import SwiftUI

  /// The stores of an environment, by the types of their states.
  ///
  /// Two are equal when they have the same stores, so that a view that provides a store again when its body is evaluated
  /// does not invalidate all connected views below it.
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
#endif
