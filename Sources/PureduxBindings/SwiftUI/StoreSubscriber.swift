#if canImport(SwiftUI)
  internal import SwiftUI

  /// Keeps what was subscribed while a view is on the screen: once, however often it appears, and to the store that
  /// the view was given last.
  struct StoreSubscriber: ViewModifier {
    @State private var kept = KeptSubscription()
    /// The store that `subscribe` subscribes to. A projection goes by the store that it shows.
    let store: StoreID?
    let subscribe: @MainActor () -> StoreSubscription

    func body(content: Content) -> some View {
      content
        .onAppear { kept.begin(store, subscribe) }
        .onDisappear { kept.end() }
        .task(id: store) { [kept, store, subscribe] in kept.change(to: store, subscribe) }
    }
  }

  extension View {
    /// Shows a store's states while the view is on the screen; the first inside `onAppear`, with props made there.
    func showing<State, Action, Props>(
      _ store: AnyStore<State, Action>, _ settings: UpdateSettings<State>,
      props: @escaping StoreBinding<State, Action, Props>.MakeProps,
      observe: @escaping StoreBinding<State, Action, Props>.Observe
    ) -> some View {
      modifier(
        StoreSubscriber(store: store.id) {
          store.bind(settings, props: props, observe: observe) { binding in binding.showFirst() }
        })
    }
  }

  @MainActor
  final class KeptSubscription {
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
