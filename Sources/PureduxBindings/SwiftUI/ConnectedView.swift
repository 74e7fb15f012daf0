#if canImport(SwiftUI)
  internal import SwiftUI

  /// The body of a `ConnectableView`: observes the provided store, and displays the props.
  struct ConnectedView<Connected: ConnectableView>: View {
    let view: Connected
    @Environment(\.providedStores) private var stores
    @State private var cache = PropsCache<Connected>()
    /// Changes when the props do.
    @State private var version = 0

    var body: some View {
      _ = version
      return content.modifier(
        StoreSubscriber(store: stores.store(Connected.Superstate.self)?.id) { subscribe() })
    }

    @ViewBuilder private var content: some View {
      if let props = cache.map(view, stores.store(Connected.Superstate.self)) {
        view.body(props: props)
      } else {
        NothingView()
      }
    }

    private func subscribe() -> StoreSubscription {
      guard let store = stores.store(Connected.Superstate.self) else {
        StoreContext.current.report(.noStoreOfState(state: "\(Connected.Superstate.self)"))
        return StoreSubscription {}
      }
      cache.fields.onReduced = { version += 1 }
      return store.subscribe { state in
        if cache.isChanged(by: state, store) { version += 1 }
      }
    }
  }

  extension Misuse {
    static func noStoreOfState(state: String) -> Misuse {
      Misuse(
        "a view that is connected to a store of `\(state)` was shown, and no such store was provided to it",
        so: "it shows nothing",
        fix: "call `provideStore(_:)` on it or on a view above it")
    }
  }
#endif
