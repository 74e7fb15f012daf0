#if canImport(SwiftUI)
  public import SwiftUI

  extension EnvironmentValues {
    /// Dispatches actions to the store that was provided by the nearest view above.
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
