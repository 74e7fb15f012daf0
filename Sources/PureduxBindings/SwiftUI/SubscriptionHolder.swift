#if canImport(SwiftUI)
  /// Keeps one subscription for a view, from its appearance to its disappearance.
  ///
  /// A view whose content is several views may appear and disappear once for each of them. Appearances are therefore
  /// counted, and the subscription ends with the last one.
  @MainActor
  final class SubscriptionHolder {
    private var subscription: StoreSubscription?
    private var store: StoreID?
    private var appearances = 0

    nonisolated init() {}

    /// Subscribes, unless a subscription to this store exists.
    func appear(_ store: StoreID? = nil, _ subscribe: () -> StoreSubscription) {
      appearances += 1
      if subscription == nil { begin(store, subscribe) } else { change(to: store, subscribe) }
    }

    /// Switches to another store, unless the view is off the screen.
    func change(to store: StoreID?, _ subscribe: () -> StoreSubscription) {
      if subscription != nil, store != self.store { begin(store, subscribe) }
    }

    func disappear() {
      appearances = max(0, appearances - 1)
      if appearances == 0 { subscription = nil }
    }

    private func begin(_ store: StoreID?, _ subscribe: () -> StoreSubscription) {
      subscription = nil
      self.store = store
      subscription = subscribe()
    }
  }
#endif
