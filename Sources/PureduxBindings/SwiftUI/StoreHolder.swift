#if canImport(SwiftUI)
  /// Keeps a store that a view created for itself.
  @MainActor
  final class StoreHolder<StoreState: Sendable, Action: Sendable> {
    private var store: AnyStore<StoreState, Action>?
    private var root: StoreID?

    nonisolated init() {}

    /// The store that was created last, unless it is below another root.
    func store(below root: StoreID, made: () -> AnyStore<StoreState, Action>) -> AnyStore<StoreState, Action> {
      if let store, root == self.root { return store }
      let store = made()
      self.store = store
      self.root = root
      return store
    }
  }
#endif
