#if canImport(SwiftUI)
  internal import SwiftUI

  /// The stores of an environment, by the types of their states.
  struct ProvidedStores: EnvironmentKey, Sendable {
    static let defaultValue = ProvidedStores()
    private var stores: [ObjectIdentifier: any Sendable] = [:]

    mutating func provide<State>(_ store: ProvidedStore<State>) { stores[ObjectIdentifier(State.self)] = store }

    func store<State>(_: State.Type) -> ProvidedStore<State>? {
      stores[ObjectIdentifier(State.self)] as? ProvidedStore<State>
    }
  }
#endif
