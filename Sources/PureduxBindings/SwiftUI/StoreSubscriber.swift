#if canImport(SwiftUI)
  package import SwiftUI

  /// Keeps a view subscribed to its current store while the view is on the screen.
  package struct StoreSubscriber: ViewModifier {
    @State private var holder = SubscriptionHolder()
    /// The subscribed store. A projection has the same identity as its base store.
    let store: StoreID?
    let subscribe: @MainActor () -> StoreSubscription

    nonisolated package init(store: StoreID?, subscribe: @escaping @MainActor () -> StoreSubscription) {
      self.store = store
      self.subscribe = subscribe
    }

    package func body(content: Content) -> some View {
      content
        .onAppear { holder.appear(store, subscribe) }
        .onDisappear { holder.disappear() }
        .task(id: store) { [holder, store, subscribe] in holder.change(to: store, subscribe) }
    }
  }

  extension View {
    /// Displays a store's states while the view is on the screen. `observe` is first called inside `onAppear` if the
    /// first props are ready by then.
    nonisolated func bound<State, Action, Props>(
      to store: StateStore<State, Action>, _ options: UpdateOptions<State>,
      props: @escaping StoreBinding<State, Action, Props>.MakeProps,
      observe: @escaping StoreBinding<State, Action, Props>.Observe
    ) -> some View {
      modifier(
        StoreSubscriber(store: store.id) {
          store.bind(options, props: props, observe: observe) { binding in binding.showFirst() }
        })
    }
  }

  /// Keeps the single subscription of a view while the view is on the screen.
  ///
  /// If the content of a view consists of several views, SwiftUI may call `onAppear` and `onDisappear` once for each
  /// view. The holder counts the appearances, and ends the subscription when the count reaches zero.
  @MainActor
  package final class SubscriptionHolder {
    private var subscription: StoreSubscription?
    private var store: StoreID?
    private var appearances = 0

    nonisolated package init() {}

    /// Subscribes, unless the view is already subscribed to this store.
    package func appear(_ store: StoreID? = nil, _ subscribe: () -> StoreSubscription) {
      appearances += 1
      if subscription == nil { begin(store, subscribe) } else { change(to: store, subscribe) }
    }

    /// Switches to another store if the view is on the screen.
    func change(to store: StoreID?, _ subscribe: () -> StoreSubscription) {
      if subscription != nil, store != self.store { begin(store, subscribe) }
    }

    package func disappear() {
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
