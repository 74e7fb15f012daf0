#if canImport(SwiftUI)
  public import SwiftUI

  /// Provides a factory to all `ViewWithStore`s in its content.
  public struct ViewWithStoreFactory<AppState: Sendable, Action: Sendable, Content: View> {
    private let factory: EnvStoreFactory<AppState, Action>
    private let content: Content

    /// Provides the factory to every view in the content.
    public init(_ factory: EnvStoreFactory<AppState, Action>, @ViewBuilder content: () -> Content) {
      self.factory = factory
      self.content = content()
    }
  }

  // In an extension, so that the structure is not inferred `@MainActor` and can be created anywhere.
  extension ViewWithStoreFactory: View {
    /// The content, with the factory in its environment.
    public var body: some View {
      content.transformEnvironment(\.storeFactories) { $0.provide(factory) }
    }
  }
#endif
