#if canImport(SwiftUI)
  public import SwiftUI

  /// Gives a factory to all `ViewWithStore`s in its content.
  public struct ViewWithStoreFactory<AppState: Sendable, Action: Sendable, Content: View> {
    private let factory: EnvStoreFactory<AppState, Action>
    private let content: Content

    /// Gives the factory to every view in the content.
    public init(_ factory: EnvStoreFactory<AppState, Action>, @ViewBuilder content: () -> Content) {
      self.factory = factory
      self.content = content()
    }
  }

  // The conformance stands apart from the structure, which belongs to no actor therefore, and can be made anywhere.
  extension ViewWithStoreFactory: View {
    /// The content, in whose environment the factory is.
    public var body: some View {
      content.transformEnvironment(\.storeFactories) { $0.provide(factory) }
    }
  }
#endif
