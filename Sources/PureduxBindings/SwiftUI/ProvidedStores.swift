#if canImport(SwiftUI)
  internal import SwiftUI

  /// The stores of an environment, by state type.
  ///
  /// Two values are equal if they have the same stores. A view that provides a store again in its body therefore does
  /// not invalidate all connected views below it.
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
