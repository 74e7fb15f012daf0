import PureduxBindings
import SwiftUI
import Testing

@testable import PureduxCompatibility

/// A store that is provided again compares equal, so SwiftUI does not invalidate the views below.
@MainActor
@Suite struct EnvironmentTests {
  private let store = Library.store()
  private let other = Library.store()

  private func provided(_ store: StateStore<Library, any Action>) -> ProvidedStores {
    var stores = ProvidedStores()
    stores.provide(ProvidedStore(store))
    return stores
  }

  private func factories(_ store: StateStore<Library, any Action>) -> StoreFactories {
    var factories = StoreFactories()
    factories.provide(EnvStoreFactory(rootStore: store))
    return factories
  }

  @Test func `provided stores are equal by store`() {
    #expect(provided(store) == provided(store))
    #expect(provided(store) != provided(other))
    #expect(provided(store) != ProvidedStores())
  }

  @Test func `factories are equal by root store`() {
    #expect(factories(store) == factories(store))
    #expect(factories(store) != factories(other))
    #expect(factories(store) != StoreFactories())
  }

  @Test func `dispatchers are equal by store and type`() {
    #expect(ActionDispatcher(store) == ActionDispatcher(store))
    #expect(ActionDispatcher(store) != ActionDispatcher(other))
    #expect(ActionDispatcher(store) != ActionDispatcher(store.map(state: \.query)))
    #expect(ActionDispatcher() == ActionDispatcher())
    #expect(ActionDispatcher() != ActionDispatcher(store))
  }
}
