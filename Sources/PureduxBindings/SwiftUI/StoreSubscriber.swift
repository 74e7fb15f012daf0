#if canImport(SwiftUI)
  internal import SwiftUI

  /// Keeps a single subscription while a view is on the screen, however often the view appears, to the store that the
  /// view received last.
  struct StoreSubscriber: ViewModifier {
    @State private var holder = SubscriptionHolder()
    /// The subscribed store. A projection is identified by its base store.
    let store: StoreID?
    let subscribe: @MainActor () -> StoreSubscription

    nonisolated init(store: StoreID?, subscribe: @escaping @MainActor () -> StoreSubscription) {
      self.store = store
      self.subscribe = subscribe
    }

    func body(content: Content) -> some View {
      content
        .onAppear { holder.appear(store, subscribe) }
        .onDisappear { holder.disappear() }
        .task(id: store) { [holder, store, subscribe] in holder.change(to: store, subscribe) }
    }
  }

  extension View {
    /// Displays a store's states while the view is on the screen, the first inside `onAppear` if it is computed that
    /// soon.
    nonisolated func bound<State, Action, Props>(
      to store: AnyStore<State, Action>, _ options: UpdateOptions<State>,
      props: @escaping StoreBinding<State, Action, Props>.MakeProps,
      observe: @escaping StoreBinding<State, Action, Props>.Observe
    ) -> some View {
      modifier(
        StoreSubscriber(store: store.id) {
          store.bind(options, props: props, observe: observe) { binding in binding.showFirst() }
        })
    }
  }
#endif
