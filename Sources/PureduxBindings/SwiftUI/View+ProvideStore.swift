#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Provides a store to this view, all connected views below it, and `actionDispatcher`.
    nonisolated public func provideStore<State, Action>(_ store: some Store<State, Action>) -> some View {
      let provided = ProvidedStore(store)
      return transformEnvironment(\.providedStores) { $0.provide(provided) }
        .environment(\.actionDispatcher, provided.dispatcher)
    }
  }
#endif
