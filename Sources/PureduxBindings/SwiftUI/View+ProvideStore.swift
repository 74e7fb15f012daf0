#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Gives a store to all connected views here and below, and to `actionDispatcher`.
    nonisolated public func provideStore<State, Action>(_ store: some Store<State, Action>) -> some View {
      let provided = ProvidedStore(store)
      return transformEnvironment(\.providedStores) { $0.provide(provided) }
        .environment(\.actionDispatcher, provided.dispatcher)
    }
  }
#endif
