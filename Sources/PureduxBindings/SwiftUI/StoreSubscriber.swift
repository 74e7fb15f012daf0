#if canImport(SwiftUI)
  internal import SwiftUI

  /// Keeps what was subscribed while a view is on the screen: once, however often it appears.
  struct StoreSubscriber: ViewModifier {
    @State private var kept = KeptSubscription()
    let subscribe: @MainActor () -> StoreSubscription

    func body(content: Content) -> some View {
      content
        .onAppear { kept.begin(subscribe) }
        .onDisappear { kept.end() }
    }
  }

  @MainActor
  final class KeptSubscription {
    private var subscription: StoreSubscription?

    nonisolated init() {}

    func begin(_ subscribe: () -> StoreSubscription) {
      if subscription == nil { subscription = subscribe() }
    }

    func end() { subscription = nil }
  }
#endif
