#if canImport(SwiftUI)
  /// Keeps one subscription for a view, from its appearance to its disappearance.
  @MainActor
  final class SubscriptionHolder {
    private var subscription: StoreSubscription?
    private var store: StoreID?

    nonisolated init() {}

    func begin(_ store: StoreID? = nil, _ subscribe: () -> StoreSubscription) {
      guard subscription == nil || store != self.store else { return }
      end()
      self.store = store
      subscription = subscribe()
    }

    /// Goes on with another store, unless the view is not on the screen.
    func change(to store: StoreID?, _ subscribe: () -> StoreSubscription) {
      if subscription != nil { begin(store, subscribe) }
    }

    func end() { subscription = nil }
  }
#endif
