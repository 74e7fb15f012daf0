#if canImport(SwiftUI) && DEBUG
  internal import SwiftUI

  // One preview for each way to display a store. The store runs on the main actor, so that a tap takes effect
  // immediately.

  struct StoreView_Previews: PreviewProvider {
    static var previews: some View {
      StoreView(PreviewCounter.store) { state, dispatch in
        Text("Count: \(state.count)")
        Button("More") { dispatch(.more) }
      }
    }
  }

  struct Subscribe_Previews: PreviewProvider {
    private struct Counter: View {
      @State private var store = PreviewCounter.store
      @State private var count = 0

      var body: some View {
        VStack {
          Text("Count: \(count)")
          Button("More") { store.dispatch(.more) }
        }
        .subscribe(store) { count = $0.count }
      }
    }

    static var previews: some View { Counter() }
  }

  /// The state that the previews display.
  struct PreviewCounter: Sendable {
    enum Action: Sendable { case more }

    var count = 0

    static var store: StateStore<PreviewCounter, Action> {
      StateStore(PreviewCounter(), runner: .main) { state, _ in state.count += 1 }
    }
  }
#endif
